import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type SectionsTable = {
  id: Generated<number>;
  version_id: number;
  name: string;
  /** Place among the sections of the version, 1 to n without gaps. */
  position: number;
  created_at: Timestamp;
};
