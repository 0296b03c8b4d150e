import type { Timestamp } from './timestamp.ts';

/** The table has one row at most, which describes the place: neither a backup nor a move copies it. */
export type InstallationTable = {
  id: number;
  /** `read-only` by the owner, `moving` while being copied, `moved` when the database is elsewhere. */
  state: 'open' | 'read-only' | 'moving' | 'moved';
  since: Timestamp;
  /** Names the move that is under way, or the last one that ended here. */
  move: string | null;
  /** Where that move leads, in words without any secret. */
  moved_to: string | null;
  /** The only store that the files are in since a move (storeNameOf); null where any will do. */
  files_in: string | null;
};
