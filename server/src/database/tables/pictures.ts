import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type PicturesTable = {
  id: Generated<number>;
  /** Freelancer with the storage it counts in. */
  owner_id: number;
  /** The place of its text: the milestone or the version, else the project. Null until a text is saved with it. */
  project_id: number | null;
  milestone_id: number | null;
  version_id: number | null;
  storage_key: string;
  size_bytes: number;
  media_type: string;
  /** False while the bytes are on their way to the store; the row reserves their space. */
  is_stored: boolean;
  created_at: Timestamp;
  expires_at: Timestamp | null;
};
