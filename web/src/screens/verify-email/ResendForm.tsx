import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { useCountdown } from '../../components/use-countdown.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { AuthForm } from '../../features/auth/AuthForm.tsx';
import {
  looksLikeEmail,
  nextVerificationMailAt,
  noteVerificationMail,
  useResendVerification,
} from '../../features/auth/email-api.ts';
import { useRateLimit } from '../../features/auth/rate-limit.ts';
import { RateLimitMessage } from '../../features/auth/RateLimitMessage.tsx';
import { paths } from '../../paths.ts';

type Props = {
  email: string;
  title?: string;
  failure?: string;
  /** What stands below the form, before the way back. */
  children?: ReactNode;
};

/** Sends the verification mail again, at most every 180 seconds; the wait is counted on the button. */
export function ResendForm({ email, title, failure: linkFailure, children }: Props) {
  const { t } = useTranslation();
  const resend = useResendVerification();
  const limit = useRateLimit();
  const [failure, setFailure] = useState(linkFailure ?? null);
  const [nextAt, setNextAt] = useState(nextVerificationMailAt);
  const secondsLeft = useCountdown(nextAt);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email },
    validate: {
      email: (value) => {
        if (value.trim() === '') return t('verifyEmail.missingEmail');
        return looksLikeEmail(value) ? null : t('validation.email');
      },
    },
  });

  const send = async (values: { email: string }) => {
    setFailure(null);
    limit.forget();
    try {
      await resend.mutateAsync(values.email.trim());
      noteVerificationMail();
      setNextAt(nextVerificationMailAt());
    } catch (error) {
      if (!limit.meet(error)) setFailure(errorText(t, error, t('verifyEmail.resendFailed')));
    }
  };
  const onSubmit = useFormSubmit(form, send);

  const waitingText = email ? t('verifyEmail.sentTo', { email }) : t('verifyEmail.lead');
  const leadText = linkFailure === undefined ? waitingText : t('verifyEmail.askAgain');
  const time = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
  return (
    <AuthForm title={title ?? t('verifyEmail.title')} lead={leadText}>
      <RateLimitMessage limit={limit} />
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      {resend.isSuccess && <FormMessage type="success">{t('verifyEmail.resent')}</FormMessage>}
      <form noValidate onSubmit={onSubmit}>
        <TextInput
          type="email"
          label={t('auth.email')}
          autoComplete="email"
          size="md"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          mt="lg"
          loading={resend.isPending}
          disabled={secondsLeft > 0 || limit.isWaiting}
        >
          {secondsLeft > 0 ? t('verifyEmail.resendIn', { time }) : t('verifyEmail.resend')}
        </Button>
      </form>
      {children}
      <Group justify="center">
        <Anchor component={Link} to={paths.login} fw={550}>
          {t('auth.backToLogin')}
        </Anchor>
      </Group>
    </AuthForm>
  );
}
