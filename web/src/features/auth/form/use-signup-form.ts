import { useTranslation } from '../../../i18n/use-translation.ts';
import type { z } from 'zod';
import { validateBy } from '../../../components/forms/form-errors.ts';
import { useGoOn } from '../use-go-on.ts';
import { signupFailureText } from './failure-text.ts';
import { useAuthForm } from './use-auth-form.ts';
import { useVerificationStep } from './use-verification-step.ts';

type Signup<Values> = {
  initialValues: Values;
  schema: z.ZodType;
  /** Rejects with the server's answer; one with a pending verification leads to that step. */
  signUp: (values: Values) => Promise<unknown>;
  /** The address the verification link was mailed to, if known. */
  emailOf: (values: Values) => string | undefined;
};

/** The form that creates an account, for registration and after a social login. */
export function useSignupForm<Values extends { username: string }>(signup: Signup<Values>) {
  const { initialValues, schema, signUp, emailOf } = signup;
  const { t } = useTranslation();
  const goOn = useGoOn();
  const leadToVerification = useVerificationStep();
  return useAuthForm<Values>({
    initialValues,
    validate: validateBy(schema, t),
    send: async (values) => {
      await signUp(values);
      await goOn();
    },
    marksFields: true,
    failureText: async (error, values) => {
      const isLedOn = await leadToVerification(error, { ...values, email: emailOf(values) });
      return isLedOn ? null : signupFailureText(t, error);
    },
  });
}
