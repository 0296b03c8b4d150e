import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocation, useNavigate } from 'react-router';
import { toastSuccess } from '../../components/feedback/toast.ts';
import { noteVerificationMail } from '../../features/auth/email-api.ts';
import { paths } from '../../paths.ts';
import { CorrectAddressForm } from './CorrectAddressForm.tsx';
import { ResendForm } from './ResendForm.tsx';
import { Verified } from './Verified.tsx';
import { useVerifiedElsewhere } from './verified-elsewhere.ts';

/** Shown after registration until the mailed link is opened; a mistyped address can be corrected here. */
export function WaitForLink({ email }: { email: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const isVerified = useVerifiedElsewhere(email);
  const [isCorrecting, setCorrecting] = useState(false);
  if (isVerified) return <Verified email={email} wasVerified={false} />;

  const goOnWith = async (corrected: string) => {
    noteVerificationMail();
    setCorrecting(false);
    toastSuccess(t('verifyEmail.corrected', { email: corrected }));
    await navigate(paths.verifyEmailOf(corrected), { replace: true, state });
  };

  return (
    <ResendForm key={email} email={email}>
      {isCorrecting ? (
        <CorrectAddressForm
          username={usernameIn(state)}
          onDone={(corrected) => void goOnWith(corrected)}
          onCancel={() => setCorrecting(false)}
        />
      ) : (
        <Button variant="default" size="md" fullWidth onClick={() => setCorrecting(true)}>
          {t('verifyEmail.wrongAddress')}
        </Button>
      )}
    </ResendForm>
  );
}

/**
 * The username that registration or login left in the history entry; empty when this screen was reached in another way.
 */
function usernameIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('username' in state)) return '';
  return typeof state.username === 'string' ? state.username : '';
}
