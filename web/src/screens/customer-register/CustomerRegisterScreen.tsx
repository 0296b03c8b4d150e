import type { VerifiedToken } from '@vitrin/shared/contract/users.ts';
import type { TFunction } from '../../i18n/translator.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useNavigate } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { PasswordLink } from '../../features/auth/passwords/PasswordLink.tsx';
import { SetPasswordForm } from '../../features/auth/passwords/SetPasswordForm.tsx';
import { firstAddressOfCustomer } from '../../features/auth/first-address.ts';

/** Screen of a registration link: says whose work waits, sets a password and leads to it (specification 2.4). */
export function CustomerRegisterScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useDocumentTitle(t('auth.register'));
  return (
    <PasswordLink>
      {(link) => (
        <AuthColumn {...welcome(t, link)}>
          <SetPasswordForm
            link={link}
            submitLabel={t('auth.invitationSubmit')}
            isInvitation
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

function welcome(t: TFunction, { freelancer, username }: VerifiedToken): { title: string; lead: string } {
  return freelancer === null
    ? { title: t('auth.invitationTitle', { username }), lead: t('auth.invitationLead') }
    : { title: t('auth.invitationTitleFrom', { freelancer }), lead: t('auth.invitationLeadFrom') };
}
