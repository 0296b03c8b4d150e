import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type DerivedFilesTable = {
  file_id: number;
  owner_id: number;
  /** Earliest time of deletion: three hours after the last use, noted hourly; if never shown, the time of drawing. */
  kept_until: Timestamp;
  /** When they were asked for while they were away; null since they are there. */
  asked_at: Generated<Timestamp | null>;
  /** True where there was no room for them when they were made. */
  is_refused: Generated<boolean>;
  web_asked_at: Generated<Timestamp | null>;
};
