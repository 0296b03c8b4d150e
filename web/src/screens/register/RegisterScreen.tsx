import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Password, Username } from '@vitrin/shared/contract/users.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { FormMessage } from '../../components/FormMessage.tsx';
import { errorText } from '../../components/error-text.ts';
import { focusFirstError, serverFieldErrors, validateBy } from '../../components/form-errors.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { type SignupInput, enterSession, pendingFlow, useSignup } from '../../features/auth/api.ts';
import { AuthForm } from '../../features/auth/AuthForm.tsx';
import { NewPasswordInput } from '../../features/auth/NewPasswordInput.tsx';
import { SocialLogin } from '../../features/auth/SocialLogin.tsx';
import { noteVerificationMail } from '../../features/auth/email-api.ts';
import { useRateLimit } from '../../features/auth/rate-limit.ts';
import { useGoOn } from '../../features/auth/use-go-on.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';

const SignupForm = z.object({
  username: Username,
  email: z.string().trim().pipe(z.email()),
  password: Password,
});

export function RegisterScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const signup = useSignup();
  const limit = useRateLimit();
  const [failure, setFailure] = useState<string | null>(null);
  useDocumentTitle(t('auth.register'));
  const form = useForm<SignupInput>({
    initialValues: { username: '', email: '', password: '' },
    validate: validateBy(SignupForm, t),
  });

  const submit = async (input: SignupInput) => {
    setFailure(null);
    limit.forget();
    try {
      await signup.mutateAsync(input);
      await enterSession();
      goOn();
    } catch (error) {
      if (limit.meet(error)) return;
      if (pendingFlow(error) === 'verify_email') {
        noteVerificationMail();
        await navigate(paths.verifyEmailOf(input.email.trim()));
        return;
      }
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      setFailure(signupFailure(t, error));
    }
  };

  return (
    <AuthForm title={t('auth.registerTitle')} lead={t('auth.registerLead')}>
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
        <TextInput
          type="email"
          label={t('auth.email')}
          autoComplete="email"
          size="md"
          mt="md"
          {...form.getInputProps('email')}
        />
        <NewPasswordInput label={t('auth.password')} size="md" mt="md" {...form.getInputProps('password')} />
        <Button
          type="submit"
          size="md"
          fullWidth
          mt="xl"
          loading={signup.isPending}
          disabled={limit.isWaiting}
        >
          {t('auth.register')}
        </Button>
      </form>
      <SocialLogin onFailure={setFailure} />
      <Group justify="center" gap={6}>
        {t('auth.haveAccount')}
        <Anchor component={Link} to={paths.login} fw={550}>
          {t('auth.login')}
        </Anchor>
      </Group>
    </AuthForm>
  );
}

/** SPEC 5: server field errors are joined with commas and shown. */
function signupFailure(t: TFunction, error: unknown): string {
  const messages = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return messages.length > 0 ? messages.join(', ') : errorText(t, error, t('auth.registrationFailed'));
}
