import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import { useCountdown } from '../../components/use-countdown.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import {
  type PendingCode,
  pendingCodeQuery,
  useConfirmCode,
  useResendCode,
} from '../../features/auth/codes/code-api.ts';
import { useJoinSession } from '../../features/auth/codes/use-join-session.ts';
import { useFactorStep } from '../../features/auth/factors/factor-step.ts';
import { AuthForm } from '../../features/auth/form/AuthForm.tsx';
import { authFailureText } from '../../features/auth/form/failure-text.ts';
import { useAuthForm } from '../../features/auth/form/use-auth-form.ts';
import { useFocusAgain } from '../../features/auth/form/use-focus-again.ts';
import { useGoOn } from '../../features/auth/use-go-on.ts';
import { WayOn } from '../../features/auth/WayOn.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import classes from './CodeStep.module.css';
import { offerPasskeyOnce } from './passkey-offer/offer-once.ts';

/** The second step of a login by code: the server knows what this browser waits for, also after a reload. */
export function CodeStep() {
  const { t } = useTranslation();
  const { data: pending, isPending } = useQuery(pendingCodeQuery);
  if (isPending) return <LoadingNote>{t('code.loading')}</LoadingNote>;
  return pending ? <CodeForm first={pending} /> : <Navigate to={paths.login} replace />;
}

function CodeForm({ first }: { first: PendingCode }) {
  const { t } = useTranslation();
  const goOn = useGoOn();
  const joinSession = useJoinSession();
  const leadToFactor = useFactorStep();
  const confirm = useConfirmCode();
  const resend = useResendCode();
  const focusAgain = useFocusAgain(resend.isPending);
  const [{ email, resendAt }, setPending] = useState(first);
  const secondsLeft = useCountdown(resendAt);
  useDocumentTitle(t('code.title'));

  const failureText = async (error: unknown) => {
    if (await leadToFactor(error)) return null;
    if (!(error instanceof ApiError && error.status === 409))
      return authFailureText(t, error, t('auth.loginFailed'));
    const failure = await joinSession(error);
    if (failure === null) return null;
    // Neither a session nor a code is there: the code has expired.
    return failure === error ? t('code.expired') : authFailureText(t, failure, t('auth.loginFailed'));
  };
  const { form, ...state } = useAuthForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('validation.required') : null) },
    send: async ({ code }) => {
      resend.reset();
      await confirm.mutateAsync(code.trim());
      await goOn();
      void offerPasskeyOnce();
    },
    failureText,
  });
  const sendAgain = async () => {
    state.setFailure(null);
    confirm.reset();
    try {
      const sent = await resend.mutateAsync(email);
      if (sent) setPending(sent);
      form.reset();
    } catch (error) {
      if (error instanceof ApiError && error.status === 429 && error.retryAfterSeconds !== null)
        setPending({ email, resendAt: Date.now() + error.retryAfterSeconds * 1000 });
      state.setFailure(authFailureText(t, error, t('code.notSent')));
    }
  };

  return (
    <AuthColumn title={t('code.title')} lead={t('code.lead', { email })}>
      <AuthForm
        state={state}
        submitLabel={t('actions.login')}
        isSending={confirm.isPending}
        notice={resend.isSuccess ? { type: 'success', text: t('code.sentAgain') } : null}
      >
        <TextInput
          name="code"
          label={t('code.label')}
          description={t('code.hint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          size="md"
          classNames={{ input: classes.code ?? '' }}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
      </AuthForm>
      <Button
        ref={focusAgain}
        variant="default"
        size="md"
        fullWidth
        loading={resend.isPending}
        disabled={secondsLeft > 0}
        onClick={() => void sendAgain()}
      >
        {secondsLeft > 0 ? t('code.resendIn', { seconds: secondsLeft }) : t('code.resend')}
      </Button>
      <WayOn to={paths.login} label={t('code.usePassword')} />
    </AuthColumn>
  );
}
