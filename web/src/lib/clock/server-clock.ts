import { useCallback, useSyncExternalStore } from 'react';

/** Milliseconds that the server's clock is ahead of the reader's; 0 before the first answer. */
let offset = 0;
let isSynchronised = false;
const followers = new Set<() => void>();

/** The present by the server's clock, in milliseconds since 1970. The reader's own clock may be days off. */
export function serverNow(): number {
  return Date.now() + offset;
}

/** Takes the server's time of a page, in milliseconds since 1970, until an answer has the current one. */
export function assumeServerTime(time: number): void {
  offset = time - Date.now();
}

/**
 * Learns the server's clock from `Date` (RFC 9110, 6.6.1); an offset that fits stays, so slow answers do not move it.
 */
export function noteAnswerTime(date: string | null, sentAt: number): void {
  const second = Date.parse(date ?? '');
  const least = second - Date.now();
  const most = second + 1000 - sentAt;
  if (Number.isNaN(second) || (isSynchronised && offset >= least && offset <= most)) return;
  offset = (least + most) / 2;
  isSynchronised = true;
  for (const follower of followers) follower();
}

/** The server's clock, as a function that changes when the offset does, so that components render again. */
export function useServerClock(): () => number {
  const current = useSyncExternalStore(
    (follower) => {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    () => offset,
    () => 0,
  );
  return useCallback(() => Date.now() + current, [current]);
}
