import { Anchor, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isProjectWanted } from '../../features/auth/sessions/cached-user.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, useLocation } from 'react-router';
import { z } from 'zod';
import { validateBy } from '../../components/forms/form-errors.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { SocialLogin } from '../../features/auth/SocialLogin.tsx';
import { WayOn } from '../../features/auth/WayOn.tsx';
import {
  AccountNotLoadedError,
  SessionNotKeptError,
  type LoginInput,
  canUseUsernameInstead,
  enterSession,
  useLogin,
} from '../../features/auth/sign-in-api.ts';
import { looksLikeEmail } from '../../features/auth/email-api.ts';
import { AuthForm } from '../../features/auth/form/AuthForm.tsx';
import { CurrentPasswordInput } from '../../features/auth/form/CurrentPasswordInput.tsx';
import { authFailureText } from '../../features/auth/form/failure-text.ts';
import { useAuthForm } from '../../features/auth/form/use-auth-form.ts';
import { useVerificationStep } from '../../features/auth/form/use-verification-step.ts';
import { usernameIn } from '../../features/auth/username-in-state.ts';
import { useGoOn } from '../../features/auth/use-go-on.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import { useAddressMessage } from './use-address-message.ts';

/** Identifier and password are required (specification 2.4); the server alone judges their form. */
const LoginForm = z.object({ username: z.string().trim().min(1), password: z.string().min(1) });

export function LoginScreen() {
  const { t } = useTranslation();
  const { state } = useLocation() as { state: unknown };
  const goOn = useGoOn();
  const login = useLogin();
  const leadToVerification = useVerificationStep();
  const addressMessage = useAddressMessage();
  // Read once: the address is forgotten when it is used.
  const [isForProject] = useState(isProjectWanted);
  useDocumentTitle(t('actions.login'));

  const textOf = (error: unknown) => authFailureText(t, error, t('auth.loginFailed'));
  /** 409: a user is signed in already; while that session lives there is nothing to log in to. */
  const joinSession = async (conflict: ApiError) => {
    try {
      await enterSession();
      await goOn();
      return null;
    } catch (error) {
      const isEnded = error instanceof SessionNotKeptError;
      return textOf(isEnded ? conflict : new AccountNotLoadedError('', { cause: error }));
    }
  };
  const failureText = async (error: unknown, { username: identifier }: LoginInput) => {
    const username = identifier.trim();
    if (canUseUsernameInstead(error)) return t('auth.useUsername', { email: username });
    const email = looksLikeEmail(username) ? username : undefined;
    if (await leadToVerification(error, { username, email })) return null;
    return error instanceof ApiError && error.status === 409 ? joinSession(error) : textOf(error);
  };
  const { form, ...formState } = useAuthForm<LoginInput>({
    mode: 'uncontrolled',
    initialValues: { username: usernameIn(state), password: '' },
    // An empty password is reported as "required", not with the rule for new ones.
    validate: (values) => requiredOnly(validateBy(LoginForm, t)(values), t('validation.required')),
    send: async (input) => {
      await login.mutateAsync(input);
      await goOn();
    },
    failureText,
  });

  return (
    <AuthColumn title={t(isForProject ? 'auth.loginToProject' : 'auth.loginTitle')}>
      <AuthForm
        state={formState}
        submitLabel={t('actions.login')}
        isSending={login.isPending}
        notice={login.isIdle ? addressMessage : null}
      >
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
        <CurrentPasswordInput key={form.key('password')} {...form.getInputProps('password')} />
        <Group justify="flex-end" mt={8}>
          <Anchor component={Link} to={paths.resetPassword} size="sm">
            {t('auth.forgotPassword')}
          </Anchor>
        </Group>
      </AuthForm>
      <SocialLogin onFailure={formState.setFailure} />
      {/* A link to a project is for a client, who has an account by invitation. */}
      {!isForProject && (
        <WayOn to={paths.register} label={t('auth.register')}>
          {t('auth.noAccount')}
        </WayOn>
      )}
    </AuthColumn>
  );
}

function requiredOnly(errors: Record<string, string>, required: string): Record<string, string> {
  return Object.fromEntries(Object.keys(errors).map((field) => [field, required]));
}
