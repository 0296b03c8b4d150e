import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type VersionsTable = {
  id: Generated<number>;
  project_id: number;
  version_number: string;
  description: string;
  created_at: Timestamp;
  edited_at: Timestamp;
  /** From when on its client sees it; null: not yet, a draft. In the past of `created_at`: since it is there. */
  ready_at: Generated<Timestamp | null>;
  /** The file that its owner chose to stand for it. */
  cover_id: Generated<number | null>;
  text_bytes: GeneratedAlways<number>;
};
