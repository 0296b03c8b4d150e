import { Anchor, Text } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { paths } from '../../../paths.ts';
import type { useRateLimit } from './rate-limit.ts';

type Props = {
  limit: Pick<ReturnType<typeof useRateLimit>, 'message' | 'isWaiting' | 'isLockedOut'>;
  /** False where the screen must not be left. */
  offersReset?: boolean;
};

/** The seconds until a limit ends. Screen readers announce when it appears and when it is over, not each second. */
export function RateLimitMessage({ limit, offersReset = true }: Props) {
  const { t } = useTranslation();
  const { message, isWaiting, isLockedOut } = limit;
  if (message === null) return null;
  if (!isWaiting) return <FormMessage type="warning">{message}</FormMessage>;
  return (
    <FormMessage type="warning">
      {/* Explains why the right password is refused too, and offers a reset, which need not wait. */}
      {isLockedOut && (
        <Text inherit fw={600}>
          {t('auth.lockedOut')}
        </Text>
      )}
      <span role="timer">{message}</span>
      {isLockedOut && offersReset && (
        <Anchor
          inherit
          component={Link}
          to={paths.resetPassword}
          c="inherit"
          underline="always"
          display="block"
          py={4}
        >
          {t('auth.lockedOutReset')}
        </Anchor>
      )}
    </FormMessage>
  );
}
