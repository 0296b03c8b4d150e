import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type EventKind =
  | 'project_opened'
  | 'version_opened'
  | 'file_previewed'
  | 'file_downloaded'
  | 'zip_downloaded';

export type EventsTable = {
  id: Generated<number>;
  kind: EventKind;
  user_id: number;
  owner_id: number;
  project_id: number;
  version_id: number | null;
  file_id: number | null;
  created_at: Timestamp;
};

export type EventDaysTable = {
  owner_id: number;
  /** In UTC, as in 2026-11-20. */
  day: string;
  kind: EventKind;
  amount: number;
};
