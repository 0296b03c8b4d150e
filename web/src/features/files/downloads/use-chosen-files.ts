import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useCallback, useMemo, useRef, useState } from 'react';

/** A choice among the files of a version. What is deleted meanwhile leaves it; what comes is not in it. */
export function useChosenFiles(files: readonly ProjectFile[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const chosen = useMemo(() => files.filter(({ id }) => ids.has(id)), [files, ids]);
  const lastPlace = useRef(0);

  /** Chooses the file at a place, or lets it go; with `isRange` all from the place before to this one. */
  const choose = useCallback(
    (place: number, isChosen: boolean, isRange: boolean) => {
      const other = isRange ? lastPlace.current : place;
      lastPlace.current = place;
      const changed = files.slice(Math.min(other, place), Math.max(other, place) + 1).map(({ id }) => id);
      setIds((before) => (isChosen ? before.union(new Set(changed)) : before.difference(new Set(changed))));
    },
    [files],
  );
  const chooseAll = (isChosen: boolean) => setIds(new Set(isChosen ? files.map(({ id }) => id) : []));
  return { ids, chosen, choose, chooseAll };
}
