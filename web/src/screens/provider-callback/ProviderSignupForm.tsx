import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Username } from '@vitrin/shared/contract/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { FormMessage } from '../../components/FormMessage.tsx';
import {
  focusFirstError,
  formFailureText,
  serverFieldErrors,
  validateBy,
} from '../../components/form-errors.ts';
import { pendingFlow } from '../../features/auth/api.ts';
import { AuthForm } from '../../features/auth/AuthForm.tsx';
import { noteVerificationMail } from '../../features/auth/email-api.ts';
import { pendingSignupQuery, useProviderSignup } from '../../features/auth/provider-api.ts';
import { useRateLimit } from '../../features/auth/rate-limit.ts';
import { useGoOn } from '../../features/auth/use-go-on.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';

const UsernameForm = z.object({ username: Username });

/** The username the provider's account suggests is taken: another one is chosen here (DECISIONS "Social login"). */
export function ProviderSignupForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const pending = useQuery(pendingSignupQuery).data;
  const signup = useProviderSignup();
  const limit = useRateLimit();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { username: '' },
    validate: validateBy(UsernameForm, t),
  });

  const submit = async ({ username }: { username: string }) => {
    setFailure(null);
    limit.forget();
    const email = pending?.user.email;
    try {
      await signup.mutateAsync({ username, ...(email && { email }) });
      goOn();
    } catch (error) {
      if (limit.meet(error)) return;
      if (pendingFlow(error) === 'verify_email') {
        noteVerificationMail();
        await navigate(email ? paths.verifyEmailOf(email) : paths.verifyEmail);
        return;
      }
      const fields = error instanceof ApiError ? serverFieldErrors(error.fields) : {};
      form.setErrors(fields);
      setFailure(formFailureText(t, error, { username }, t('auth.registrationFailed')));
    }
  };

  const provider = pending?.account.provider.name ?? '';
  return (
    <AuthForm title={t('auth.chooseUsername')} lead={t('auth.chooseUsernameLead', { provider })}>
      {limit.message !== null && <FormMessage type="warning">{limit.message}</FormMessage>}
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <TextInput
          label={t('auth.username')}
          description={t('auth.usernameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          {...form.getInputProps('username')}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          mt="lg"
          loading={signup.isPending}
          disabled={limit.isWaiting}
        >
          {t('auth.continue')}
        </Button>
      </form>
    </AuthForm>
  );
}
