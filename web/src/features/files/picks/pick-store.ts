import { queryClient } from '../../../lib/query-client.ts';
import { PICKS_KEY, readStored, writeStored } from '../../../lib/storage.ts';
import { currentUserQuery } from '../../auth/api.ts';

/** Most files in one selection, and most versions with one: those that were changed last are kept. */
export const MAX_PICKS = 5000;
export const MAX_SELECTIONS = 20;

type Picks = ReadonlySet<number>;

const NONE: Picks = new Set();

/** Selections by person and version, the one that was changed last first; undefined until they are needed. */
let selections: ReadonlyMap<string, Picks> | undefined;
const listeners = new Set<() => void>();

/** Ids of the files that this person has picked in a version, in this browser. */
export function picksOf(versionId: number): Picks {
  selections ??= parse(readStored('local', PICKS_KEY) ?? '');
  return selections.get(keyOf(versionId)) ?? NONE;
}

/** Replaces the picks of a version by others, here and in the other tabs. */
export function changePicks(versionId: number, change: (picks: Picks) => Picks): void {
  const picks = change(picksOf(versionId));
  const key = keyOf(versionId);
  const others = Array.from(selections ?? []).filter(([other]) => other !== key);
  const own: [string, Picks][] =
    picks.size > 0 ? [[key, new Set(Array.from(picks).slice(0, MAX_PICKS))]] : [];
  selections = new Map([...own, ...others].slice(0, MAX_SELECTIONS));
  const text = Array.from(selections, ([of, ids]) => `${of}=${Array.from(ids).join(',')}`).join(';');
  writeStored('local', PICKS_KEY, text || null);
  notifyListeners();
}

/** Calls a function after each change of any picks, also in another tab, until the returned one is called. */
export function subscribeToPicks(listener: () => void): () => void {
  // The browser adds the same function once. It stays, so that what is read here is never older than the storage.
  addEventListener('storage', follow);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The key is null where another tab has emptied the storage. */
function follow({ key }: StorageEvent): void {
  if (key !== PICKS_KEY && key !== null) return;
  selections = undefined;
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function keyOf(versionId: number): string {
  return `${queryClient.getQueryData(currentUserQuery.queryKey)?.id ?? 0}:${versionId}`;
}

/** Reads "7:5=1,2;7:6=3", and ignores parts in another form. */
function parse(text: string): ReadonlyMap<string, Picks> {
  const parts = text.split(';', MAX_SELECTIONS).map((part) => part.split('='));
  return new Map(
    parts.flatMap(([key = '', ids = '']): [string, Picks][] => {
      const picks = ids.split(',', MAX_PICKS).map(Number).filter(isId);
      return picks.length > 0 ? [[key, new Set(picks)]] : [];
    }),
  );
}

function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
