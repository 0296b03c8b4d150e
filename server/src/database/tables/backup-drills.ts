import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

/** Each time that the newest backup was tried. */
export type BackupDrillsTable = {
  id: Generated<number>;
  /** Name of the snapshot; null where none could be chosen. */
  snapshot: string | null;
  began_at: Timestamp;
  ended_at: Timestamp;
  rows_counted: number;
  objects: number;
  bytes: number;
  /** Fault in a sentence; null where the drill passed. */
  problem: string | null;
};
