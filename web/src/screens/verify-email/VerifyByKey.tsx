import type { Face } from '@vitrin/shared/contract/faces.ts';
import { Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { TFunction } from '../../i18n/translator.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError } from '../../components/feedback/toast.ts';
import { currentUserQuery, refreshCurrentUser } from '../../features/auth/api.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { GuestFace } from '../../features/auth/GuestFace.tsx';
import { getEmailFromKey, verifyEmail } from '../../features/auth/email-api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import { ResendForm } from './ResendForm.tsx';
import { Verified, type VerifiedEmail } from './Verified.tsx';
import { notifyWaitingTabs } from './verified-elsewhere.ts';

type Step = 'lookup' | 'verify';
class VerificationError extends Error {
  readonly step: Step;

  constructor(step: Step, cause: unknown) {
    super(`Email verification failed at ${step}`, { cause });
    this.step = step;
  }
}

/** The states of a mailed link: loading, success, already verified, error (specification 2.4). */
export function VerifyByKey({ linkKey }: { linkKey: string }) {
  const { t } = useTranslation();
  const verification = useQuery({
    queryKey: ['email-verification', linkKey],
    queryFn: () => verify(linkKey),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

  if (verification.isPending) return <Verifying />;
  if (verification.isError) {
    const failure = (
      <ResendForm
        email=""
        title={t('verifyEmail.errorTitle')}
        failure={verificationFailure(t, verification.error)}
      />
    );
    return isDead(verification.error) ? <UnlessSignedIn>{failure}</UnlessSignedIn> : failure;
  }
  const { face, ...verified } = verification.data;
  return (
    <GuestFace face={face}>
      <Verified {...verified} />
    </GuestFace>
  );
}

function Verifying() {
  const { t } = useTranslation();
  return (
    <AuthColumn title={t('verifyEmail.title')}>
      <Group component="output">
        <Loader size="sm" />
        <Text>{t('verifyEmail.verifying')}</Text>
      </Group>
    </AuthColumn>
  );
}

/** For a dead link: people who are signed in need no other one, and go to the dashboard with a notice. */
function UnlessSignedIn({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: user, isFetching } = useQuery(currentUserQuery);
  const isSignedIn = !isFetching && Boolean(user);
  useEffect(() => {
    if (!isSignedIn) return;
    toastError(t('verifyEmail.deadLink'));
    void navigate(paths.dashboard, { replace: true });
  }, [isSignedIn, navigate, t]);
  return isFetching || isSignedIn ? <Verifying /> : children;
}

async function verify(key: string): Promise<VerifiedEmail & { face: Face | null }> {
  const { email, verified, username, face } = await getEmailFromKey(key).catch((error: unknown) => {
    throw new VerificationError('lookup', error);
  });
  if (verified) return { email, wasVerified: true, username, face };
  const isSignedIn = await verifyEmail(key).catch((error: unknown) => {
    throw new VerificationError('verify', error);
  });
  notifyWaitingTabs(email);
  // A failure leads to the login, which finds the session. Screens for guests need not wait.
  if (isSignedIn) await refreshCurrentUser();
  return { email, wasVerified: false, username, face };
}

/** True if a link no longer verifies: unknown to the look-up, or expired since. */
function isDead(error: Error): boolean {
  return error instanceof VerificationError && error.cause instanceof ApiError && error.cause.status === 404;
}

/** A 404 of the look-up is an invalid link (specification 10.3); else the server's message or the step's text. */
function verificationFailure(t: TFunction, error: Error): string {
  if (!(error instanceof VerificationError)) return t('errors.generic');
  if (error.cause instanceof ApiError && error.cause.status === 404) return t('verifyEmail.invalidLink');
  const fallback = error.step === 'lookup' ? t('verifyEmail.lookupFailed') : t('verifyEmail.failed');
  return errorText(t, error.cause, fallback);
}
