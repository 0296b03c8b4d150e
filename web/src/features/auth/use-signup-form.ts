import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { serverFieldErrors, validateBy } from '../../components/forms/form-errors.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import { pendingFlow } from './api.ts';
import { noteVerificationMail } from './email-api.ts';
import { signupFailureText } from './failure-text.ts';
import { useRateLimit } from './rate-limit.ts';
import { useGoOn } from './use-go-on.ts';

type Signup<Values> = {
  initialValues: Values;
  schema: z.ZodType;
  /** Rejects with the server's answer; a pending verification is one that leads on. */
  signUp: (values: Values) => Promise<unknown>;
  /** Where the link to verify went, if that is known. */
  emailOf: (values: Values) => string | undefined;
};

/** A form that makes an account, on the screen of registration and after a social login. */
export function useSignupForm<Values extends { username: string }>(signup: Signup<Values>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const limit = useRateLimit();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Values>({
    initialValues: signup.initialValues,
    validate: validateBy(signup.schema, t),
  });

  const submit = async (values: Values) => {
    setFailure(null);
    limit.forget();
    try {
      await signup.signUp(values);
      goOn();
    } catch (error) {
      if (limit.meet(error)) return;
      if (pendingFlow(error) === 'verify_email') {
        noteVerificationMail();
        const email = signup.emailOf(values);
        await navigate(email ? paths.verifyEmailOf(email) : paths.verifyEmail, {
          state: { username: values.username.trim() },
        });
        return;
      }
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      setFailure(signupFailureText(t, error));
    }
  };

  return { form, limit, failure, setFailure, onSubmit: useFormSubmit(form, submit) };
}
