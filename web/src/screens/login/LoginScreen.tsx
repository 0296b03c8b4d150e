import { Anchor, Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { validateBy } from '../../components/forms/form-errors.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { AuthForm } from '../../features/auth/AuthForm.tsx';
import { SocialLogin } from '../../features/auth/SocialLogin.tsx';
import { looksLikeEmail, noteVerificationMail } from '../../features/auth/email-api.ts';
import {
  AccountNotLoadedError,
  SessionNotKeptError,
  type LoginInput,
  canUseUsernameInstead,
  enterSession,
  pendingFlow,
  useLogin,
} from '../../features/auth/api.ts';
import { useRateLimit } from '../../features/auth/rate-limit.ts';
import { RateLimitMessage } from '../../features/auth/RateLimitMessage.tsx';
import { useGoOn } from '../../features/auth/use-go-on.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import { useLoginMessage } from './use-login-message.ts';

/** Specification 2.4: identifier and password required; what they must look like is the server's business. */
const LoginForm = z.object({ username: z.string().trim().min(1), password: z.string().min(1) });

export function LoginScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const login = useLogin();
  const limit = useRateLimit();
  const message = useLoginMessage();
  useDocumentTitle(t('actions.login'));
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    // An empty password says "required", not how long a new one must be.
    validate: (values) => requiredOnly(validateBy(LoginForm, t)(values), t('validation.required')),
  });

  const submit = async (input: LoginInput) => {
    message.clear();
    limit.forget();
    try {
      await login.mutateAsync(input);
      goOn();
    } catch (error) {
      await meetFailure(error, input);
    }
  };

  const joinSession = async (conflict: ApiError) => {
    try {
      await enterSession();
      goOn();
    } catch (error) {
      const isEnded = error instanceof SessionNotKeptError;
      message.showFailure(isEnded ? conflict : new AccountNotLoadedError('', { cause: error }));
    }
  };

  const meetFailure = async (error: unknown, { username }: LoginInput) => {
    if (limit.meet(error)) return;
    if (canUseUsernameInstead(error)) {
      message.showText(t('auth.useUsername', { email: username.trim() }));
      return;
    }
    if (pendingFlow(error) === 'verify_email') {
      noteVerificationMail();
      const address = looksLikeEmail(username) ? paths.verifyEmailOf(username.trim()) : paths.verifyEmail;
      await navigate(address, { state: { username: username.trim() } });
      return;
    }
    if (error instanceof ApiError && error.status === 409) {
      // Somebody is signed in already; with a session that still works there is nothing to log in to.
      await joinSession(error);
      return;
    }
    message.showFailure(error);
  };
  const onSubmit = useFormSubmit(form, submit);

  return (
    <AuthForm title={t('auth.loginTitle')}>
      <RateLimitMessage limit={limit} />
      {message.shown && <FormMessage type={message.shown.type}>{message.shown.text}</FormMessage>}
      <form noValidate onSubmit={onSubmit}>
        <TextInput
          name="username"
          label={t('auth.identifier')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          name="password"
          label={t('auth.password')}
          autoComplete="current-password"
          size="md"
          mt="md"
          visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end" mt={8}>
          <Anchor component={Link} to={paths.resetPassword} size="sm">
            {t('auth.forgotPassword')}
          </Anchor>
        </Group>
        <Button
          type="submit"
          size="md"
          fullWidth
          mt="lg"
          loading={login.isPending}
          disabled={limit.isWaiting}
        >
          {t('actions.login')}
        </Button>
      </form>
      <SocialLogin onFailure={message.showText} />
      <Group justify="center" gap={6}>
        {t('auth.noAccount')}
        <Anchor component={Link} to={paths.register} fw={550}>
          {t('auth.register')}
        </Anchor>
      </Group>
    </AuthForm>
  );
}

function requiredOnly(errors: Record<string, string>, required: string): Record<string, string> {
  return Object.fromEntries(Object.keys(errors).map((field) => [field, required]));
}
