import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, useRef } from 'react';

/**
 * What happens when a form is sent off: the cursor goes to the first field that is wrong, or `send` gets the values,
 * once. The button waits only from the next drawing on, and a second click or Enter may come before that.
 */
export function useFormSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<void>,
) {
  const isUnderWay = useRef(false);
  const sendOnce = async (values: Values) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await send(values);
    } finally {
      isUnderWay.current = false;
    }
  };
  const focusFirstError = (errors: Record<string, unknown>) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  return (event: FormEvent<HTMLFormElement>) => form.onSubmit(sendOnce, focusFirstError)(event);
}
