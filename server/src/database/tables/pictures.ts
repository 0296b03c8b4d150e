import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type PicturesTable = {
  id: Generated<number>;
  /** Its storage counts the picture. */
  owner_id: number;
  /** Null until a text is saved with it. */
  project_id: number | null;
  milestone_id: number | null;
  version_id: number | null;
  storage_key: string;
  size_bytes: number;
  media_type: string;
  /** False while its bytes are on their way; the row reserves their space. */
  is_stored: boolean;
  created_at: Timestamp;
  expires_at: Timestamp | null;
};
