import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Message } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { useCountdown } from '../../components/use-countdown.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { WayOn } from '../../features/auth/WayOn.tsx';
import {
  looksLikeEmail,
  nextVerificationMailAt,
  noteVerificationMail,
  useResendVerification,
} from '../../features/auth/email-api.ts';
import { AuthForm } from '../../features/auth/form/AuthForm.tsx';
import { EmailInput } from '../../features/auth/form/EmailInput.tsx';
import { useAuthForm } from '../../features/auth/form/use-auth-form.ts';
import { paths } from '../../paths.ts';

type Props = {
  email: string;
  title?: string;
  failure?: string;
  /** Shown below the form, above the link back. */
  children?: ReactNode;
};

/** Sends the verification mail again, at most every 180 seconds; the button counts them down. */
export function ResendForm({ email, title, failure, children }: Props) {
  const { t } = useTranslation();
  const resend = useResendVerification();
  const [nextAt, setNextAt] = useState(nextVerificationMailAt);
  const secondsLeft = useCountdown(nextAt);
  const { form, ...state } = useAuthForm({
    mode: 'uncontrolled',
    initialValues: { email },
    validate: {
      email: (value) => {
        if (value.trim() === '') return t('verifyEmail.missingEmail');
        return looksLikeEmail(value) ? null : t('validation.email');
      },
    },
    send: async (values) => {
      await resend.mutateAsync(values.email.trim());
      noteVerificationMail();
      setNextAt(nextVerificationMailAt());
    },
    failureText: (error) => errorText(t, error, t('verifyEmail.resendFailed')),
  });

  const waitingText = email ? t('verifyEmail.sentTo', { email }) : t('verifyEmail.lead');
  const leadText = failure === undefined ? waitingText : t('verifyEmail.askAgain');
  const time = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
  const notice = (): Message | null => {
    if (resend.isSuccess) return { type: 'success', text: t('verifyEmail.resent') };
    return resend.isIdle && failure !== undefined ? { type: 'error', text: failure } : null;
  };
  return (
    <AuthColumn title={title ?? t('verifyEmail.title')} lead={leadText}>
      <AuthForm
        state={state}
        submitLabel={secondsLeft > 0 ? t('verifyEmail.resendIn', { time }) : t('verifyEmail.resend')}
        isSending={resend.isPending}
        isClosed={secondsLeft > 0}
        notice={notice()}
      >
        <EmailInput key={form.key('email')} {...form.getInputProps('email')} />
      </AuthForm>
      {children}
      <WayOn to={paths.login} label={t('auth.backToLogin')} />
    </AuthColumn>
  );
}
