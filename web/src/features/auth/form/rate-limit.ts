import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCountdown } from '../../../components/use-countdown.ts';
import { ApiError } from '../../../lib/api-error.ts';

/**
 * Message of a rate limit: a countdown, then the general text (specification 10.2), or null. `isWaiting` disables the
 * form; `isLockedOut` means too many failed logins, which a reset lifts.
 */
export function useRateLimit() {
  const { t } = useTranslation();
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const [isLockedOut, setLockedOut] = useState(false);
  const secondsLeft = useCountdown(endsAt);
  const isWaiting = secondsLeft > 0;
  const waitingText = isWaiting ? t('errors.tryAgainIn', { seconds: secondsLeft }) : t('errors.rateLimited');

  /** Takes `error` over and returns true when it is a rate limit. */
  const accept = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || error.retryAfterSeconds === null) return false;
    // The lock after failed logins is a 400; other limits are a 429.
    setLockedOut(error.status === 400);
    setEndsAt(Date.now() + error.retryAfterSeconds * 1000);
    return true;
  };

  return {
    isWaiting,
    isLockedOut,
    message: endsAt === null ? null : waitingText,
    accept,
    forget: () => setEndsAt(null),
  };
}
