import { useCallback, useSyncExternalStore } from 'react';

/** Milliseconds that the server's clock is ahead of the reader's; 0 until an answer has told it. */
let offset = 0;
let isKnown = false;
const followers = new Set<() => void>();

/** The present by the server's clock, in milliseconds since 1970. The reader's own clock may be days off. */
export function serverNow(): number {
  return Date.now() + offset;
}

/**
 * Learns the server's clock from an answer. `earliest` and `latest`, in milliseconds since 1970, hold the server's time at
 * the moment in which it answered; `sentAt` and `receivedAt` are the reader's times around that moment. An offset that
 * fits stays, so that slow answers do not move it to and fro.
 */
function noteServerTime(earliest: number, latest: number, sentAt: number, receivedAt: number): void {
  const least = earliest - receivedAt;
  const most = latest - sentAt;
  if (Number.isNaN(least + most) || (isKnown && offset >= least && offset <= most)) return;
  offset = (least + most) / 2;
  isKnown = true;
  for (const follower of followers) follower();
}

/** Learns the server's clock from an answer's `Date`, which names the second (RFC 9110, 6.6.1). */
export function noteAnswerTime(date: string | null, sentAt: number): void {
  if (date === null) return;
  const second = Date.parse(date);
  noteServerTime(second, second + 1000, sentAt, Date.now());
}

/**
 * Learns the server's clock from the page that it has rendered at `renderedAt`, in milliseconds since 1970. A page that
 * came out of the browser's cache tells nothing.
 */
export function notePageTime(renderedAt: number): void {
  const [page] = performance.getEntriesByType('navigation');
  if (!(page instanceof PerformanceNavigationTiming) || !(page.transferSize > page.encodedBodySize)) return;
  const startedAt = Date.now() - performance.now();
  noteServerTime(renderedAt, renderedAt, startedAt + page.requestStart, startedAt + page.responseStart);
}

/** The server's clock, as a function that changes when more is known of it, so that components are rendered anew. */
export function useServerClock(): () => number {
  const known = useSyncExternalStore(
    (follower) => {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    () => offset,
    () => 0,
  );
  return useCallback(() => Date.now() + known, [known]);
}
