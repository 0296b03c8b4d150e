import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthForm } from '../../features/auth/AuthForm.tsx';
import { SetPasswordForm } from '../../features/auth/SetPasswordForm.tsx';
import { TokenCheck } from '../../features/auth/TokenCheck.tsx';
import { useVerifiedToken } from '../../features/auth/use-verified-token.ts';
import { paths } from '../../paths.ts';

/** SPEC 4: a valid token shows the form; success logs in and goes to the projects. */
export function PasswordResetScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { token, username, error, retry } = useVerifiedToken();
  useDocumentTitle(t('auth.resetTitle'));
  if (username === undefined) return <TokenCheck error={error} onRetry={() => void retry()} />;
  return (
    <AuthForm title={t('auth.newPasswordTitle', { username })} lead={t('auth.newPasswordLead')}>
      <SetPasswordForm
        token={token}
        username={username}
        submitLabel={t('auth.setPassword')}
        withEmail={false}
        failedText={t('auth.resetFailed')}
        onDone={() => void navigate(paths.projects, { replace: true })}
      />
    </AuthForm>
  );
}
