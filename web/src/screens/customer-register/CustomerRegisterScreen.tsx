import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthForm } from '../../features/auth/AuthForm.tsx';
import { PasswordLink } from '../../features/auth/PasswordLink.tsx';
import { SetPasswordForm } from '../../features/auth/SetPasswordForm.tsx';
import { firstAddressOfCustomer } from '../../features/auth/first-address.ts';

/** Where a freelancer's registration link leads: a password, and on to the work (DECISIONS "/customer-register"). */
export function CustomerRegisterScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useDocumentTitle(t('auth.register'));
  return (
    <PasswordLink>
      {({ token, username }) => (
        <AuthForm title={t('auth.invitationTitle', { username })} lead={t('auth.invitationLead')}>
          <SetPasswordForm
            token={token}
            username={username}
            submitLabel={t('auth.invitationSubmit')}
            withEmail
            failedText={t('auth.setPasswordFailed')}
            onDone={() =>
              void firstAddressOfCustomer().then((address) => navigate(address, { replace: true }))
            }
          />
        </AuthForm>
      )}
    </PasswordLink>
  );
}
