import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

/** When pictures and previews of a file were used; the file's row lists those that exist. */
export type DerivedFilesTable = {
  file_id: number;
  owner_id: number;
  /** Earliest time of deletion: three hours after the last use, which is noted once an hour; the time of drawing for those never shown. */
  kept_until: Timestamp;
  /** When they were asked for while they were away; null since they are there. */
  asked_at: Generated<Timestamp | null>;
  /** True where there was no room for them when they were made. */
  is_refused: Generated<boolean>;
  /** When its web size was asked for last. */
  web_asked_at: Generated<Timestamp | null>;
};
