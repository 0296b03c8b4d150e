import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type VersionsTable = {
  id: Generated<number>;
  project_id: number;
  version_number: string;
  description: string;
  created_at: Timestamp;
  edited_at: Timestamp;
  /** From when the client sees it; null for a draft, before `created_at` for always. */
  ready_at: Generated<Timestamp | null>;
  /** Chosen by the owner. */
  cover_id: Generated<number | null>;
  text_bytes: GeneratedAlways<number>;
};
