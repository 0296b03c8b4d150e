import { type RefObject, useEffect } from 'react';
import { reportPlayed } from '../../../../lib/looks/report-look.ts';
import { useCurrentUser } from '../../../auth/api.ts';

/** Reports the played share of a film or sound, each part once, when it is paused, ended or left. */
export function usePlayed(media: RefObject<HTMLMediaElement | null>, fileId: number): void {
  const isClient = useCurrentUser()?.isFreelancer === false;
  useEffect(() => {
    const player = media.current;
    if (!isClient || !player) return undefined;
    let reported = 0;
    const report = () => {
      const percent = playedPercent(player);
      if (percent <= reported) return;
      reported = percent;
      void reportPlayed({ id: fileId, percent });
    };
    const events = ['pause', 'ended'];
    for (const event of events) player.addEventListener(event, report);
    addEventListener('pagehide', report);
    return () => {
      report();
      for (const event of events) player.removeEventListener(event, report);
      removeEventListener('pagehide', report);
    };
  }, [media, fileId, isClient]);
}

/** Whole percent, and 100 only for what was played to within half a second. */
export function playedPercent({ played, duration }: Pick<HTMLMediaElement, 'played' | 'duration'>): number {
  if (!Number.isFinite(duration) || duration <= 0) return 0;
  let seconds = 0;
  for (let part = 0; part < played.length; part += 1) seconds += played.end(part) - played.start(part);
  if (seconds <= 0) return 0;
  if (duration - seconds < 0.5) return 100;
  return Math.min(99, Math.floor((100 * seconds) / duration));
}
