import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocation, useNavigate } from 'react-router';
import { toastSuccess } from '../../components/feedback/toast.ts';
import { noteVerificationMail } from '../../features/auth/email-api.ts';
import { usernameIn } from '../../features/auth/username-in-state.ts';
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
  if (isVerified) return <Verified email={email} wasVerified={false} username={usernameIn(state)} />;

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
