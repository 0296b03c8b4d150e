import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type Dispatch, type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';

type Ids = ReadonlySet<number>;

/** Chosen files of a version, kept by the caller or the component; deleted files leave, new ones are not chosen. */
export function useChosenFiles(
  files: readonly ProjectFile[],
  kept?: readonly [Ids, Dispatch<(before: Ids) => Ids>],
) {
  const own = useState<Ids>(new Set());
  const [ids, setIds] = kept ?? own;
  const chosen = useMemo(() => files.filter(({ id }) => ids.has(id)), [files, ids]);
  const lastIndex = useRef(0);
  const rangeStart = useRef<number | null>(null);

  /** Chooses the file at a place, or lets it go; with `isRange` all from the place before to this one. */
  const choose = useCallback(
    (index: number, isChosen: boolean, isRange: boolean) => {
      const other = isRange ? lastIndex.current : index;
      lastIndex.current = index;
      rangeStart.current = null;
      const changed = files.slice(Math.min(other, index), Math.max(other, index) + 1).map(({ id }) => id);
      setIds((before) => (isChosen ? before.union(new Set(changed)) : before.difference(new Set(changed))));
    },
    [files, setIds],
  );
  /** Steps to the next place by an arrow key; `isRange` selects both, or unselects on the way back to the start. */
  const extend = (from: number, to: number, isRange: boolean) => {
    if (!isRange) {
      rangeStart.current = null;
      return;
    }
    const start = (rangeStart.current ??= from);
    const isBack = Math.abs(to - start) < Math.abs(from - start);
    const idsAt = (indexes: number[]) =>
      new Set(files.filter((_file, at) => indexes.includes(at)).map(({ id }) => id));
    setIds((before) => (isBack ? before.difference(idsAt([from])) : before.union(idsAt([from, to]))));
    lastIndex.current = to;
  };
  const chooseAll = (isChosen: boolean) => setIds(() => new Set(isChosen ? files.map(({ id }) => id) : []));
  const chooseAllByKey = (event: KeyboardEvent) => {
    if (event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    chooseAll(true);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    chooseAllByKey(event);
    const steps = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (steps === 0) return;
    event.preventDefault();
    const boxes = Array.from(event.currentTarget.querySelectorAll('input'));
    const from = boxes.findIndex((box) => box === event.target);
    const next = boxes[from + steps];
    if (!next) return;
    next.focus();
    extend(from, from + steps, event.shiftKey);
  };
  return { ids, chosen, choose, chooseAll, chooseAllByKey, listProps: { onKeyDown } };
}
