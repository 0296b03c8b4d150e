import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FormMessage } from '../../components/FormMessage.tsx';
import { paths } from '../../paths.ts';
import type { useRateLimit } from './rate-limit.ts';

type Limit = Pick<ReturnType<typeof useRateLimit>, 'message' | 'isWaiting' | 'isLockedOut'>;

/** How long a limit still lasts, each second; read out when it appears and when it is over, not at each tick. */
export function RateLimitMessage({ limit }: { limit: Limit }) {
  const { message, isWaiting, isLockedOut } = limit;
  if (message === null) return null;
  const shown = isWaiting ? <span role="timer">{message}</span> : message;
  return (
    <FormMessage type="warning">{isLockedOut && isWaiting ? <LockOut>{shown}</LockOut> : shown}</FormMessage>
  );
}

/** Why the right password is refused too, and the way in that does not wait. */
function LockOut({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <Text fw={600}>{t('auth.lockedOut')}</Text>
      <Text>{children}</Text>
      <Anchor
        component={Link}
        to={paths.resetPassword}
        c="inherit"
        underline="always"
        display="inline-block"
        py={4}
      >
        {t('auth.lockedOutReset')}
      </Anchor>
    </>
  );
}
