import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Email } from '@vitrin/shared/contract/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { z } from 'zod';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { validateBy } from '../../components/forms/form-errors.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { AuthForm } from '../../features/auth/AuthForm.tsx';
import { useRequestPasswordReset } from '../../features/auth/passwords/password-api.ts';
import { useRateLimit } from '../../features/auth/rate-limit.ts';
import { RateLimitMessage } from '../../features/auth/RateLimitMessage.tsx';
import { paths } from '../../paths.ts';

const RequestForm = z.object({ email: Email });

/** Specification 2.1: request a password reset. */
export function ResetPasswordScreen() {
  const { t } = useTranslation();
  const request = useRequestPasswordReset();
  const limit = useRateLimit();
  const [failure, setFailure] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  useDocumentTitle(t('auth.resetTitle'));
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: validateBy(RequestForm, t),
  });

  const submit = async ({ email }: { email: string }) => {
    setFailure(null);
    limit.forget();
    try {
      await request.mutateAsync(email.trim());
      setSentTo(email.trim());
    } catch (error) {
      if (!limit.meet(error)) setFailure(errorText(t, error, t('auth.resetRequestFailed')));
    }
  };
  const onSubmit = useFormSubmit(form, submit);

  const backToLogin = (
    <Group justify="center">
      <Anchor component={Link} to={paths.login} fw={550}>
        {t('auth.backToLogin')}
      </Anchor>
    </Group>
  );
  if (sentTo !== null) {
    return (
      <AuthForm title={t('auth.resetSentTitle')}>
        <FormMessage type="success">{t('auth.resetSent', { email: sentTo })}</FormMessage>
        {backToLogin}
      </AuthForm>
    );
  }
  return (
    <AuthForm title={t('auth.resetTitle')} lead={t('auth.resetLead')}>
      <RateLimitMessage limit={limit} />
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
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
          loading={request.isPending}
          disabled={limit.isWaiting}
        >
          {t('auth.resetSend')}
        </Button>
      </form>
      {backToLogin}
    </AuthForm>
  );
}
