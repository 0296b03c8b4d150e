import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import { serverFieldErrors } from '../../../components/forms/form-errors.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useRateLimit } from './rate-limit.ts';

type Options<Values> = UseFormInput<Values> & {
  /** Rejects with what the form is to say. */
  send: (values: Values, form: UseFormReturnType<Values>) => Promise<unknown>;
  /** The sentence above the form for a failure; null where none is needed, as when the person was led on. */
  failureText: (error: unknown, values: Values) => string | null | Promise<string | null>;
  /** Whether the server's words about a field stand at that field too. */
  marksFields?: boolean;
};

/** A form about an account: what it says when sending it fails, and how long a rate limit keeps it closed. */
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
      if (limit.meet(error)) return;
      if (marksFields) form.setErrors(error instanceof ApiError ? serverFieldErrors(error.fields) : {});
      setFailure(await failureText(error, values));
    }
  };

  return { form, limit, failure, setFailure, onSubmit: useFormSubmit(form, submit) };
}

export type AuthFormState = Pick<
  ReturnType<typeof useAuthForm>,
  'limit' | 'failure' | 'setFailure' | 'onSubmit'
>;
