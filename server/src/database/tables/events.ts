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
  /** Looks at a link go with it, by the service: the column has no reference, which would lock a second table. */
  link_id: number | null;
  /** Time of the event; for a sum, of its last one. */
  created_at: Timestamp;
  /** How many events of its day (UTC) the row stands for, once they are old; null for a single one. */
  amount: number | null;
  /** Origin of a fact recorded by another installation; null for this one's own. */
  origin_id: number | null;
};

export type EventDaysTable = {
  owner_id: number;
  /** In UTC, as in 2026-11-20. */
  day: string;
  kind: EventKind;
  amount: number;
  /** Number of these events that another installation counted. */
  brought: Generated<number>;
};

/** Sums by hour, from which the days of a reader's time zone follow; kept as long as the events. */
export type EventHoursTable = {
  owner_id: number;
  /** In UTC, as in 2026-11-20T14. */
  hour: string;
  kind: EventKind;
  amount: number;
  brought: Generated<number>;
};

/** A customer's visits of a project; looks less than half an hour apart belong to one visit. */
export type VisitsTable = {
  user_id: number;
  project_id: number;
  /** When the project was last opened in the visit before; null at the first visit. */
  previous_at: Timestamp | null;
  opened_at: Timestamp;
  /** The last look of this visit, at the project or at anything in it. */
  seen_at: Timestamp;
};
