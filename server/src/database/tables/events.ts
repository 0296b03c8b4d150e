import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type EventKind =
  | 'project_opened'
  | 'version_opened'
  | 'file_previewed'
  | 'link_opened'
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
  /** No reference, which would lock a second table: the service deletes looks at a link. */
  link_id: number | null;
  /** For a sum, time of its last event. */
  created_at: Timestamp;
  /** Number of old events of a day (UTC) in this row; null for a single one. */
  amount: number | null;
  /** Null for facts recorded here. */
  origin_id: number | null;
};

export type EventDaysTable = {
  owner_id: number;
  /** In UTC, as in 2026-11-20. */
  day: string;
  kind: EventKind;
  amount: number;
  /** Those that another installation counted. */
  brought: Generated<number>;
};

/** Sums by hour: days of any time zone follow from them. */
export type EventHoursTable = {
  owner_id: number;
  /** In UTC, as in 2026-11-20T14. */
  hour: string;
  kind: EventKind;
  amount: number;
  brought: Generated<number>;
};

/** Looks less than half an hour apart belong to one visit. */
export type VisitsTable = {
  user_id: number;
  project_id: number;
  /** Last opening in the visit before. */
  previous_at: Timestamp | null;
  opened_at: Timestamp;
  /** Last look at the project or anything in it. */
  seen_at: Timestamp;
};
