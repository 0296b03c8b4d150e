import type { VerifiedToken } from '@vitrin/shared/contract/users.ts';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { firstAddressOfCustomer } from '../../features/auth/first-address.ts';
import { GuestFace } from '../../features/auth/GuestFace.tsx';
import { invitationTitle } from '../../features/auth/passwords/invitation-title.ts';
import { noteInvitationOpened } from '../../features/auth/passwords/password-api.ts';
import { PasswordLink } from '../../features/auth/passwords/PasswordLink.tsx';
import { SetPasswordForm } from '../../features/auth/passwords/SetPasswordForm.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Door } from './Door.tsx';

/** Screen of a registration link: names the freelancer, sets a password and leads to the work (specification 2.4). */
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
  const { token, mailed_to } = link;
  useDocumentTitle(invitationTitle(t, link));
  useEffect(() => {
    if (mailed_to) void noteInvitationOpened(token);
  }, [token, mailed_to]);
  return (
    <GuestFace face={link.face} hasMark={false}>
      <Door link={link}>{children}</Door>
    </GuestFace>
  );
}
