import type { Timestamp } from './timestamp.ts';

/** One row at most, of the place rather than of what is in it: neither a backup nor a move takes it along. */
export type InstallationTable = {
  /** Always 1. */
  id: number;
  /** `read-only`: by its owner; `moving`: while it is copied elsewhere; `moved`: its database is elsewhere now. */
  state: 'open' | 'read-only' | 'moving' | 'moved';
  since: Timestamp;
  /** Names the move that is under way, or the last one that ended here. */
  move: string | null;
  /** Where that move leads, in words without any secret. */
  moved_to: string | null;
  /** The only store that the files are in since a move (storeNameOf); null where any will do. */
  files_in: string | null;
};
