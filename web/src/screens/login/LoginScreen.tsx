import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isProjectWanted } from '../../features/auth/sessions/cached-user.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { validateBy } from '../../components/forms/form-errors.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { SocialLogin } from '../../features/auth/SocialLogin.tsx';
import { WayOn } from '../../features/auth/WayOn.tsx';
import { useRequestCode } from '../../features/auth/codes/code-api.ts';
import { useJoinSession } from '../../features/auth/codes/use-join-session.ts';
import { type LoginInput, canUseUsernameInstead, useLogin } from '../../features/auth/sign-in-api.ts';
import { looksLikeEmail } from '../../features/auth/email-api.ts';
import { AuthForm } from '../../features/auth/form/AuthForm.tsx';
import { CurrentPasswordInput } from '../../features/auth/form/CurrentPasswordInput.tsx';
import { authFailureText } from '../../features/auth/form/failure-text.ts';
import { useAuthForm } from '../../features/auth/form/use-auth-form.ts';
import { useFocusAgain } from '../../features/auth/form/use-focus-again.ts';
import { useVerificationStep } from '../../features/auth/form/use-verification-step.ts';
import { usernameIn } from '../../features/auth/username-in-state.ts';
import { asksForFactor, isFactorStep } from '../../features/auth/factors/factor-step.ts';
import { FactorForm } from '../../features/auth/factors/late-factor-form.tsx';
import { PasskeyLogin } from '../../features/auth/passkeys/PasskeyLogin.tsx';
import { useIsTakenOver } from '../../components/rendered-clock.ts';
import { useGoOn } from '../../features/auth/use-go-on.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import { CodeStep } from './CodeStep.tsx';
import { useAddressMessage } from './use-address-message.ts';

/** Identifier and password are required (specification 2.4); the server alone judges their form. */
const LoginForm = z.object({ username: z.string().trim().min(1), password: z.string().min(1) });

/** Both steps have one route, so that the browser's buttons lead from one to the other. */
export function LoginScreen() {
  const [query] = useSearchParams();
  return query.get('step') === 'code' ? <CodeStep /> : <FirstStep />;
}

function FirstStep() {
  const { t } = useTranslation();
  const { state } = useLocation() as { state: unknown };
  const goOn = useGoOn();
  const navigate = useNavigate();
  const login = useLogin();
  const code = useRequestCode();
  const joinSession = useJoinSession();
  const leadToVerification = useVerificationStep();
  const isTakenOver = useIsTakenOver();
  const [asksFactor, setAsksFactor] = useState(isFactorStep(state));
  const addressMessage = useAddressMessage();
  // Read once: the address is forgotten when it is used.
  const [isForProject] = useState(isProjectWanted);
  useDocumentTitle(t('actions.login'));

  const textOf = (error: unknown) => authFailureText(t, error, t('auth.loginFailed'));
  const conflictText = async (conflict: ApiError) => {
    const failure = await joinSession(conflict);
    return failure === null ? null : textOf(failure);
  };
  const failureText = async (error: unknown, { username: identifier }: LoginInput) => {
    const username = identifier.trim();
    if (asksForFactor(error)) {
      setAsksFactor(true);
      return null;
    }
    if (canUseUsernameInstead(error)) return t('auth.useUsername', { email: username });
    const email = looksLikeEmail(username) ? username : undefined;
    if (await leadToVerification(error, { username, email })) return null;
    return error instanceof ApiError && error.status === 409 ? conflictText(error) : textOf(error);
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

  const mailCode = async () => {
    const email = form.getValues().username.trim();
    formState.setFailure(null);
    login.reset();
    if (!looksLikeEmail(email)) {
      form.setFieldError('username', t('code.needsEmail'));
      return form.getInputNode('username')?.focus();
    }
    form.clearErrors();
    try {
      await code.mutateAsync(email);
      await navigate(paths.loginByCode);
    } catch (error) {
      // Too many codes for an address are a 400, which does not keep anybody from the password.
      const isLimited = error instanceof ApiError && error.status === 429 && formState.limit.accept(error);
      if (isLimited) return;
      const isConflict = error instanceof ApiError && error.status === 409;
      formState.setFailure(isConflict ? await conflictText(error) : textOf(error));
    }
  };

  const failByPasskey = async (error: unknown) =>
    formState.setFailure(await failureText(error, { username: '', password: '' }));
  const sayNotUsed = () => formState.setFailure(t('auth.passkeyNotUsed'));

  // A page of the server has the first step.
  if (isTakenOver && asksFactor) return <FactorForm onAgain={() => setAsksFactor(false)} />;
  return (
    <AuthColumn title={t(isForProject ? 'auth.loginToProject' : 'auth.loginTitle')}>
      <AuthForm
        state={formState}
        submitLabel={t('actions.login')}
        isSending={login.isPending}
        notice={login.isIdle && code.isIdle ? addressMessage : null}
        {...(isForProject && { button: { variant: 'default' } })}
      >
        <TextInput
          name="username"
          label={t('auth.identifier')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        {isForProject && <CodeButton isFirst isSending={code.isPending} onClick={mailCode} />}
        <CurrentPasswordInput key={form.key('password')} {...form.getInputProps('password')} />
        <Group justify="flex-end" mt={8}>
          <Anchor component={Link} to={paths.resetPassword} size="sm">
            {t('auth.forgotPassword')}
          </Anchor>
        </Group>
      </AuthForm>
      {!isForProject && <CodeButton isSending={code.isPending} onClick={mailCode} />}
      <PasskeyLogin onNone={sayNotUsed} onFailure={(error) => void failByPasskey(error)} />
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

type CodeButtonProps = {
  /** Stands above the password: a client has come by a link to a project. */
  isFirst?: boolean;
  isSending: boolean;
  onClick: () => Promise<void>;
};

function CodeButton({ isFirst = false, isSending, onClick }: CodeButtonProps) {
  const { t } = useTranslation();
  const focusAgain = useFocusAgain(isSending);
  return (
    <Button
      ref={focusAgain}
      variant={isFirst ? 'filled' : 'default'}
      size="md"
      fullWidth
      mt={isFirst ? 'md' : 0}
      loading={isSending}
      onClick={() => void onClick()}
    >
      {t('code.ask')}
    </Button>
  );
}

function requiredOnly(errors: Record<string, string>, required: string): Record<string, string> {
  return Object.fromEntries(Object.keys(errors).map((field) => [field, required]));
}
