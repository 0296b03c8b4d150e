import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import { serverFieldErrors } from '../../../components/forms/form-errors.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useRateLimit } from './rate-limit.ts';

type Options<Values> = UseFormInput<Values> & {
  /** Rejects with the error that the form should show. */
  send: (values: Values, form: UseFormReturnType<Values>) => Promise<unknown>;
  /** The message for a failure; null where none is needed, as when the person goes on to another screen. */
  failureText: (error: unknown, values: Values) => string | null | Promise<string | null>;
  /** True if the server's messages about fields are shown at the fields too. */
  marksFields?: boolean;
};

/** State of a form about accounts: its message after a failure, and how long a rate limit disables it. */
export function useAuthForm<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { send, failureText, marksFields = false, ...input } = options;
  const limit = useRateLimit();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Values>(input);

  const submit = async (values: Values) => {
    setFailure(null);
    limit.forget();
    try {
      await send(values, form);
    } catch (error) {
      if (limit.accept(error)) return;
      if (marksFields) form.setErrors(error instanceof ApiError ? serverFieldErrors(error.fields) : {});
      setFailure(await failureText(error, values));
    }
  };

  /** Takes over text typed into a rendered page before React was there. */
  const takeTyped = (typed: FormData) => {
    const empty = Object.entries(form.getValues()).filter(([, value]) => value === '');
    const values = empty.map(([name]) => [name, typed.get(name) ?? ''] as const);
    if (values.some(([, value]) => value !== ''))
      form.setValues(Object.fromEntries(values) as Partial<Values>);
  };

  return { form, limit, failure, setFailure, onSubmit: useFormSubmit(form, submit), takeTyped };
}

export type AuthFormState = Pick<
  ReturnType<typeof useAuthForm>,
  'limit' | 'failure' | 'setFailure' | 'onSubmit' | 'takeTyped'
>;
