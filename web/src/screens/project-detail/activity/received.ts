import type { Activity, FileReceivers } from '@vitrin/shared/contract/activity.ts';

/** File, or version with all of its files, as the subject of "Who has it". */
export type Received =
  | { kind: 'files'; id: number; name: string }
  | { kind: 'versions'; id: number; number: string; fileCount: number };

/** Returns customers' events with a file or a version from the list of a project, newest first. */
export function activitiesOf(thing: Received, receivers: FileReceivers): Activity[] {
  const isFile = thing.kind === 'files';
  const place = {
    version: isFile ? null : { id: thing.id, version_number: thing.number, file_count: thing.fileCount },
    file: isFile ? { id: thing.id, name: thing.name } : null,
  };
  const nothing = { ...place, fetched: null, played: null };
  const seen = receivers.seen_by.map(({ username, at, brought }): Activity => {
    const kind = isFile ? 'file_previewed' : 'version_opened';
    return { ...nothing, kind, username, at, brought };
  });
  const fetched = receivers.downloaded_by.map(({ username, at, brought, ...rest }): Activity => ({
    ...nothing,
    kind: 'downloaded',
    username,
    at,
    fetched: rest,
    brought,
  }));
  // A version's rows do not name the films that were played; the list of the project does.
  const played = (isFile ? receivers.played_by : []).map(({ username, at, brought, ...rest }): Activity => ({
    ...nothing,
    kind: 'played',
    username,
    at,
    played: rest,
    brought,
  }));
  return [...seen, ...fetched, ...played].toSorted((a, b) => (a.at < b.at ? 1 : -1));
}
