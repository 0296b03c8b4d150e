import type { Activity, FileReceivers } from '@vitrin/shared/contract/activity.ts';

/** A file, or a version with all of its files, of which somebody asks who has it. */
export type Received =
  | { kind: 'files'; id: number; name: string }
  | { kind: 'versions'; id: number; number: string; fileCount: number };

/** What customers did with a file or a version, as the list of a project tells it, newest first. */
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
  // Of a version it is not known here which of its films somebody played; the list of the project tells that.
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
