import type { UseFormReturnType } from '@mantine/form';
import type { FormEvent } from 'react';
import { pendingImages } from '../rich-text/pending-images.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

/** Submits a form: focuses the first invalid field, or sends the values once its pictures are uploaded. */
export function useFormSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<void>,
) {
  const sendOnce = useOneAtATime(async (values: Values) => {
    const images = pendingImages();
    if (!images) return send(values);
    // When a picture failed, the text is not as its writer wanted it; the field says so.
    if (await images) await send(form.getValues());
  });
  const focusFirstError = (errors: Record<string, unknown>) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  return (event: FormEvent<HTMLFormElement>) => form.onSubmit(sendOnce, focusFirstError)(event);
}
