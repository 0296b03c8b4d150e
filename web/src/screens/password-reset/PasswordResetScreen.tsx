import { useTranslation } from '../../i18n/use-translation.ts';
import { useNavigate } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { PasswordLink } from '../../features/auth/passwords/PasswordLink.tsx';
import { SetPasswordForm } from '../../features/auth/passwords/SetPasswordForm.tsx';
import { paths } from '../../paths.ts';

/** A valid token shows the form; success logs in and leads to the projects (specification 2.4). */
export function PasswordResetScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useDocumentTitle(t('auth.resetTitle'));
  return (
    <PasswordLink>
      {(link) => (
        <AuthColumn
          title={t('auth.newPasswordTitle', { username: link.username })}
          lead={
            link.freelancer === null
              ? t('auth.newPasswordLead')
              : t('auth.newPasswordLeadFrom', { freelancer: link.freelancer })
          }
        >
          <SetPasswordForm
            link={link}
            submitLabel={t('auth.setPassword')}
            failedText={t('auth.resetFailed')}
            onDone={() => void navigate(paths.projects, { replace: true })}
          />
        </AuthColumn>
      )}
    </PasswordLink>
  );
}
