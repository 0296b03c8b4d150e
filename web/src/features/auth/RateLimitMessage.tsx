import { FormMessage } from '../../components/FormMessage.tsx';
import type { useRateLimit } from './rate-limit.ts';

type Props = { limit: Pick<ReturnType<typeof useRateLimit>, 'message' | 'isWaiting'> };

/** How long a limit still lasts, each second; read out when it appears and when it is over, not at each tick. */
export function RateLimitMessage({ limit: { message, isWaiting } }: Props) {
  if (message === null) return null;
  return (
    <FormMessage type="warning">{isWaiting ? <span role="timer">{message}</span> : message}</FormMessage>
  );
}
