import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useEffect } from 'react';
import { useServerClock } from '../../lib/clock/server-clock.ts';
import { WaitingMark } from './WaitingMark.tsx';
import { WaitingNote } from './WaitingNote.tsx';

/** A longer time does not fit into a timer, and no page is open for so long. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type Props = {
  /** True once the page reacts; a page that the server rendered says nothing of a version that waits. */
  opened: boolean;
  version: Version;
  /** Called when the version's time has come. With it this is the note above the files, else the mark at the number. */
  onCome?: (time: number) => void;
};

/** Part of the freelancer's page about a version that waits. Most pages have none, so its code is loaded later. */
export function WaitingPart({ opened, version, onCome }: Props) {
  const { ready_at } = version;
  const now = useServerClock();
  useEffect(() => {
    if (!onCome || ready_at === null) return undefined;
    const time = Date.parse(ready_at);
    const wait = time - now();
    if (wait > LONGEST_TIMER_MS) return undefined;
    const timer = setTimeout(() => onCome(time), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [ready_at, onCome, now]);
  if (!opened) return null;
  return onCome ? <WaitingNote version={version} /> : <WaitingMark version={version} />;
}
