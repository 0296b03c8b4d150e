import type { UseFormReturnType } from '@mantine/form';
import type { FormEvent } from 'react';
import { useOneAtATime } from './use-one-at-a-time.ts';

/** What happens when a form is sent off: the cursor goes to the first field that is wrong, or `send` gets the values, once. */
export function useFormSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<void>,
) {
  const sendOnce = useOneAtATime((values: Values) => send(values));
  const focusFirstError = (errors: Record<string, unknown>) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  return (event: FormEvent<HTMLFormElement>) => form.onSubmit(sendOnce, focusFirstError)(event);
}
