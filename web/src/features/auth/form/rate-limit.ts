import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../../components/use-countdown.ts';
import { ApiError } from '../../../lib/api-error.ts';

/**
 * Specification 10.2, 429: "Try again in {seconds}s" while the wait lasts, then the general text. `message` is null when no
 * limit was met; `isWaiting` disables the form. `isLockedOut`: the limit is the one of failed logins, which a reset lifts.
 */
export function useRateLimit() {
  const { t } = useTranslation();
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const [isLockedOut, setLockedOut] = useState(false);
  const secondsLeft = useCountdown(endsAt);
  const isWaiting = secondsLeft > 0;
  const waitingText = isWaiting ? t('errors.tryAgainIn', { seconds: secondsLeft }) : t('errors.rateLimited');

  /** True when `error` was a limit and is dealt with here. */
  const meet = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || error.retryAfterSeconds === null) return false;
    // All other limits are a 429.
    setLockedOut(error.status === 400);
    setEndsAt(Date.now() + error.retryAfterSeconds * 1000);
    return true;
  };

  return {
    isWaiting,
    isLockedOut,
    message: endsAt === null ? null : waitingText,
    meet,
    forget: () => setEndsAt(null),
  };
}
