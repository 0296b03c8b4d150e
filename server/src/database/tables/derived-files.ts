import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type DerivedFilesTable = {
  file_id: number;
  owner_id: number;
  /** Earliest deletion: three hours after the last use, noted hourly; the time of drawing for those never shown. */
  kept_until: Timestamp;
  /** Null while the pictures exist. */
  asked_at: Generated<Timestamp | null>;
  /** True where there was no room for them. */
  is_refused: Generated<boolean>;
  web_asked_at: Generated<Timestamp | null>;
};
