import type { Timestamp } from './timestamp.ts';

/** One row at most, never copied by a backup or a move. */
export type InstallationTable = {
  id: number;
  /** `read-only`: by its owner; `moving`: being copied; `moved`: the database is elsewhere. */
  state: 'open' | 'read-only' | 'moving' | 'moved';
  since: Timestamp;
  /** The move under way, or the last one that ended. */
  move: string | null;
  /** In words without any secret. */
  moved_to: string | null;
  /** Store required since a move (storeNameOf); null for any. */
  files_in: string | null;
};
