import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type VersionsTable = {
  id: Generated<number>;
  project_id: number;
  version_number: string;
  description: string;
  created_at: Timestamp;
  edited_at: Timestamp;
  /** The file that its owner chose to stand for it. */
  cover_id: Generated<number | null>;
  text_bytes: GeneratedAlways<number>;
};
