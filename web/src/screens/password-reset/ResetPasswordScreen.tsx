import { Email } from '@vitrin/shared/contract/users.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { z } from 'zod';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { validateBy } from '../../components/forms/form-errors.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { WayOn } from '../../features/auth/WayOn.tsx';
import { AuthForm } from '../../features/auth/form/AuthForm.tsx';
import { EmailInput } from '../../features/auth/form/EmailInput.tsx';
import { useAuthForm } from '../../features/auth/form/use-auth-form.ts';
import { useRequestPasswordReset } from '../../features/auth/passwords/password-api.ts';
import { paths } from '../../paths.ts';

const RequestForm = z.object({ email: Email });

/** Requests a reset link (specification 2.1). */
export function ResetPasswordScreen() {
  const { t } = useTranslation();
  const request = useRequestPasswordReset();
  const [sentTo, setSentTo] = useState<string | null>(null);
  useDocumentTitle(t('auth.resetTitle'));
  const { form, ...state } = useAuthForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: validateBy(RequestForm, t),
    send: async ({ email }) => {
      await request.mutateAsync(email.trim());
      setSentTo(email.trim());
    },
    failureText: (error) => errorText(t, error, t('auth.resetRequestFailed')),
  });

  const backToLogin = <WayOn to={paths.login} label={t('auth.backToLogin')} />;
  if (sentTo !== null) {
    return (
      <AuthColumn title={t('auth.resetSentTitle')}>
        <FormMessage type="success">{t('auth.resetSent', { email: sentTo })}</FormMessage>
        {backToLogin}
      </AuthColumn>
    );
  }
  return (
    <AuthColumn title={t('auth.resetTitle')} lead={t('auth.resetLead')}>
      <AuthForm state={state} submitLabel={t('auth.resetSend')} isSending={request.isPending}>
        <EmailInput key={form.key('email')} {...form.getInputProps('email')} />
      </AuthForm>
      {backToLogin}
    </AuthColumn>
  );
}
