import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { changePicks, picksOf, subscribeToPicks } from './pick-store.ts';

type Picks = ReadonlySet<number>;

const NONE: Picks = new Set();

/** Ids of the picked files of a version, and a function that changes them. A rendered page knows of none. */
export function usePicks(
  versionId: number,
): readonly [picks: Picks, change: (by: (picks: Picks) => Picks) => void] {
  const picks = useSyncExternalStore(
    subscribeToPicks,
    () => picksOf(versionId),
    () => NONE,
  );
  return [picks, useCallback((by) => changePicks(versionId, by), [versionId])];
}

/** True if a file is picked. Only the cards that change are rendered again, of hundreds. */
export function useIsPicked({ id, version }: ProjectFile): boolean {
  return useSyncExternalStore(
    subscribeToPicks,
    () => picksOf(version).has(id),
    () => false,
  );
}
