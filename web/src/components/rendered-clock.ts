import { createContext, use, useSyncExternalStore } from 'react';

/** The clock and time zone by which the server has written a page's times. */
export type RenderedClock = { now: number; timeZone: string };

/** Null where no page of the server is taken over. */
export const RenderedClockContext = createContext<RenderedClock | null>(null);

/** The server's clock while its page is rendered or taken over, so that every text comes out the same; then null. */
export function useRenderedClock(): RenderedClock | null {
  const rendered = use(RenderedClockContext);
  return useIsTakenOver() ? null : rendered;
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
