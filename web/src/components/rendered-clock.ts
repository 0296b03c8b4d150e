import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { useServerClock } from '../lib/clock/server-clock.ts';

/** The clock and time zone by which the server has written a page's times. */
export type RenderedClock = { now: number; timeZone: string };

/** Null where no page of the server is taken over. */
export const RenderedClockContext = createContext<RenderedClock | null>(null);

/** The server's clock while its page is rendered or taken over, so that every text comes out the same; then null. */
export function useRenderedClock(): RenderedClock | null {
  const rendered = use(RenderedClockContext);
  return useIsTakenOver() ? null : rendered;
}

/** The present by the server's clock, in milliseconds: that of its page while the page is rendered or taken over. */
export function useNow(): () => number {
  const rendered = useRenderedClock();
  const now = useServerClock();
  return useCallback(() => rendered?.now ?? now(), [rendered, now]);
}

/** False while a page is rendered by the server or taken over from it; from then on true. */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges(): () => void {
  return () => {};
}
