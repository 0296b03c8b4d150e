import type { Activity } from '@vitrin/shared/contract/figures/activity.ts';
import type { Receivers } from '../../../features/analytics/api.ts';

/** File, link, or version with all of its files, as the subject of "Who has it". */
export type Received =
  | { kind: 'files' | 'links'; id: number; name: string }
  | { kind: 'versions'; id: number; number: string; fileCount: number };

const SEEN = { files: 'file_previewed', links: 'link_opened', versions: 'version_opened' } as const;

/** Returns customers' events with a file, a link or a version from the list of a project, newest first. */
export function activitiesOf(thing: Received, receivers: Receivers): Activity[] {
  const isFile = thing.kind === 'files';
  const { seen_by, downloaded_by = [], played_by = [] } = receivers;
  const subject = {
    version:
      thing.kind === 'versions'
        ? { id: thing.id, version_number: thing.number, file_count: thing.fileCount }
        : null,
    file: isFile ? { id: thing.id, name: thing.name } : null,
    link: thing.kind === 'links' ? { id: thing.id, title: thing.name } : null,
  };
  const nothing = { ...subject, fetched: null, played: null };
  const seen = seen_by.map(({ username, at, brought }): Activity => {
    return { ...nothing, kind: SEEN[thing.kind], username, at, brought };
  });
  const fetched = downloaded_by.map(({ username, at, brought, ...rest }): Activity => ({
    ...nothing,
    kind: 'downloaded',
    username,
    at,
    fetched: rest,
    brought,
  }));
  // A version's rows do not name the films that were played; the list of the project does.
  const played = (isFile ? played_by : []).map(({ username, at, brought, ...rest }): Activity => ({
    ...nothing,
    kind: 'played',
    username,
    at,
    played: rest,
    brought,
  }));
  return [...seen, ...fetched, ...played].toSorted((a, b) => (a.at < b.at ? 1 : -1));
}
