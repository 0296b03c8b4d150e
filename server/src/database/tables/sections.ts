import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type SectionsTable = {
  id: Generated<number>;
  version_id: number;
  name: string;
  /** From 1, without gaps. */
  position: number;
  created_at: Timestamp;
};
