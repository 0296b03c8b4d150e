import { useCallback, useSyncExternalStore } from 'react';

/** Whole seconds until `endsAt` (epoch milliseconds) by the clock (specification 2.4); 0 when passed or null. */
export function useCountdown(endsAt: number | null): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      const timer = setInterval(() => {
        onTick();
        if (secondsUntil(endsAt) === 0) clearInterval(timer);
      }, 1000);
      return () => clearInterval(timer);
    },
    [endsAt],
  );
  const seconds = () => secondsUntil(endsAt);
  return useSyncExternalStore(subscribe, seconds, seconds);
}

function secondsUntil(endsAt: number | null): number {
  return endsAt === null ? 0 : Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
}
