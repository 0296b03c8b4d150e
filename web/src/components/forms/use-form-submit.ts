import type { UseFormReturnType } from '@mantine/form';
import type { FormEvent } from 'react';
import { pendingImages } from '../rich-text/pending-images.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

/**
 * What happens when a form is sent off: the cursor goes to the first field that is wrong, or `send` gets the values,
 * once, and not before the pictures are in that are on their way into its texts.
 */
export function useFormSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<void>,
) {
  const sendOnce = useOneAtATime(async (values: Values) => {
    const images = pendingImages();
    if (!images) return send(values);
    // With a picture that failed, the text is not what its writer wants to send; the field says so.
    if (await images) await send(form.getValues());
  });
  const focusFirstError = (errors: Record<string, unknown>) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  return (event: FormEvent<HTMLFormElement>) => form.onSubmit(sendOnce, focusFirstError)(event);
}
