import type { VerifiedToken } from '@vitrin/shared/contract/users.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { PasswordLink } from '../../features/auth/passwords/PasswordLink.tsx';
import { SetPasswordForm } from '../../features/auth/passwords/SetPasswordForm.tsx';
import { firstAddressOfCustomer } from '../../features/auth/first-address.ts';

/** Screen of a registration link: sets a password and leads to the projects (specification 2.2). */
export function CustomerRegisterScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useDocumentTitle(t('auth.register'));
  return (
    <PasswordLink>
      {(link) => (
        <AuthColumn
          title={t('auth.invitationTitle', { username: link.username })}
          lead={invitationLead(t, link)}
        >
          <SetPasswordForm
            link={link}
            submitLabel={t('auth.invitationSubmit')}
            withEmail
            failedText={t('auth.setPasswordFailed')}
            onDone={() =>
              void firstAddressOfCustomer().then((address) => navigate(address, { replace: true }))
            }
          />
        </AuthColumn>
      )}
    </PasswordLink>
  );
}

function invitationLead(t: TFunction, { freelancer }: VerifiedToken): string {
  return freelancer === null ? t('auth.invitationLead') : t('auth.invitationLeadFrom', { freelancer });
}
