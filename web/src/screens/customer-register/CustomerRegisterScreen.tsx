import type { VerifiedToken } from '@vitrin/shared/contract/users.ts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { invitationTitle } from '../../features/auth/passwords/invitation-title.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useNavigate } from 'react-router';
import { ContactLinks } from '../../components/ContactLinks.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { PasswordLink } from '../../features/auth/passwords/PasswordLink.tsx';
import { SetPasswordForm } from '../../features/auth/passwords/SetPasswordForm.tsx';
import { GuestFace } from '../../features/auth/GuestFace.tsx';
import { firstAddressOfCustomer } from '../../features/auth/first-address.ts';

/** Screen of a registration link: says whose work waits, sets a password and leads to it (specification 2.4). */
export function CustomerRegisterScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PasswordLink>
      {(link) => (
        <Welcome link={link}>
          <SetPasswordForm
            link={link}
            submitLabel={t('auth.invitationSubmit')}
            isInvitation
            failedText={t('auth.setPasswordFailed')}
            onDone={() =>
              void firstAddressOfCustomer().then((address) => navigate(address, { replace: true }))
            }
          />
        </Welcome>
      )}
    </PasswordLink>
  );
}

function Welcome({ link, children }: { link: VerifiedToken; children: ReactNode }) {
  const { t } = useTranslation();
  const title = invitationTitle(t, link);
  const { face } = link;
  useDocumentTitle(title);
  return (
    <GuestFace face={face}>
      <AuthColumn
        title={title}
        lead={
          face?.greeting ?? t(link.freelancer === null ? 'auth.invitationLead' : 'auth.invitationLeadFrom')
        }
      >
        {children}
        {face?.contact && (
          <Text size="sm" c="dimmed">
            <ContactLinks contact={face.contact} />
          </Text>
        )}
      </AuthColumn>
    </GuestFace>
  );
}
