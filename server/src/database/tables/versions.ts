import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type VersionsTable = {
  id: Generated<number>;
  project_id: number;
  version_number: string;
  description: string;
  created_at: Timestamp;
  edited_at: Timestamp;
  text_bytes: GeneratedAlways<number>;
};
