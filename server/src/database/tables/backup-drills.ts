import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type BackupDrillsTable = {
  id: Generated<number>;
  /** Name of the snapshot; null where none could be chosen. */
  snapshot: string | null;
  began_at: Timestamp;
  ended_at: Timestamp;
  rows_counted: number;
  objects: number;
  bytes: number;
  problem: string | null;
};
