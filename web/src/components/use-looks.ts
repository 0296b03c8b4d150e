import type { Seen } from '@vitrin/shared/contract/looks.ts';
import { useEffect, useRef } from 'react';
import { reportLook } from '../lib/report-look.ts';

/** What is on the screen for a shorter time was not looked at. */
const LOOK_MILLISECONDS = 1000;

/** A look that goes on is reported again after this time, when the tab is come back to. */
const AGAIN_MILLISECONDS = 10 * 60 * 1000;

/**
 * Reports what a client looks at, once it has been on the screen for a second in a tab that is shown; the time starts
 * anew when the tab was hidden meanwhile. The server leaves out what freelancers look at.
 */
export function useLooks(looks: readonly Seen[]): void {
  const reportedAt = useRef(new Map<string, number>());
  const keys = JSON.stringify(looks.map((look) => JSON.stringify(look)));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const report = () => {
      for (const key of JSON.parse(keys) as string[]) {
        if (Date.now() - (reportedAt.current.get(key) ?? -Infinity) < AGAIN_MILLISECONDS) continue;
        reportedAt.current.set(key, Date.now());
        void reportLook(JSON.parse(key) as Seen);
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
  }, [keys]);
}
