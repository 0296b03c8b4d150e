import type { Seen } from '@vitrin/shared/contract/figures/looks.ts';
import { useEffect, useRef } from 'react';
import { reportLook } from '../lib/looks/report-look.ts';

/** Shortest time on the screen that counts as a look. */
const LOOK_MILLISECONDS = 1000;

/** A look that goes on is reported again after this time, when the tab is come back to. */
const AGAIN_MILLISECONDS = 10 * 60 * 1000;

/** Reports a client's look after an object was visible for an uninterrupted second. The server ignores freelancers. */
export function useLooks(looks: readonly Seen[]): void {
  const reportedAt = useRef(new Map<string, number>());
  const wanted = JSON.stringify(looks);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const report = () => {
      for (const look of JSON.parse(wanted) as Seen[]) {
        const key = look.kind + look.id;
        if (Date.now() - (reportedAt.current.get(key) ?? -Infinity) < AGAIN_MILLISECONDS) continue;
        reportedAt.current.set(key, Date.now());
        void reportLook(look);
      }
    };
    const start = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(report, LOOK_MILLISECONDS);
    };
    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, [wanted]);
}
