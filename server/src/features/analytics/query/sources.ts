import { type RawBuilder, sql } from 'kysely';
import type { AnalyticsAnswer, Dimension, Measure } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { isTime } from '@vitrin/shared/rules/time/time-keys.ts';
import type { EventKind } from '../../../database/tables/events.ts';

type Sql = RawBuilder<unknown>;

/** Rows from which a measure is taken. All names are columns of `from`. */
export type Source = {
  from: Sql;
  owner: Sql;
  time: Sql;
  isHour?: true;
  where: Sql;
  /** A sum over a group; undefined where `begins` and `ends` are two times, of which the middle ones are wanted. */
  sum?: Sql;
  begins?: Sql;
  ends?: Sql;
  /** Columns of ids and devices by which it may be grouped. */
  columns: Partial<Record<Dimension, Sql>>;
  /** The column of customers holds accounts: a client's own or that of one of its people. */
  isByAccount?: true;
  /** Rows are found by owner and time, so that a long time can be read in parts. */
  isByTime?: true;
};

type OfEvents = 'opens' | 'looks' | 'downloads';

const EVENT_KINDS: Record<OfEvents, EventKind[]> = {
  opens: ['project_opened'],
  looks: ['file_previewed', 'link_opened'],
  downloads: ['file_downloaded', 'zip_downloaded'],
};

export const UNITS: Record<Measure, AnalyticsAnswer['unit']> = {
  opens: 'count',
  looks: 'count',
  downloads: 'count',
  complete: 'count',
  bytes: 'bytes',
  played: 'count',
  first_look: 'seconds',
  first_complete: 'seconds',
  unopened: 'count',
  storage: 'bytes',
  milestone_days: 'days',
};

type Narrowing = { by: readonly Dimension[]; isNarrowed: boolean; hasHours: boolean; now: string };

/** The rows for a measure; sums by hour where they say as much and are there. */
export function sourceOf(measure: Measure, { by, isNarrowed, hasHours, now }: Narrowing): Source {
  if (!isOfEvents(measure)) return SOURCES[measure](now);
  const kinds = EVENT_KINDS[measure];
  const isOfTimes = by.every(isTime);
  if (isOfTimes && !isNarrowed && hasHours) return hours(kinds);
  return by.includes('device') ? deliveries('began_at', sql`count(*)`) : events(kinds);
}

function isOfEvents(measure: Measure): measure is OfEvents {
  return Object.hasOwn(EVENT_KINDS, measure);
}

function hours(kinds: EventKind[]): Source {
  return {
    from: sql`event_hours`,
    owner: sql`event_hours.owner_id`,
    time: sql`event_hours.hour`,
    isHour: true,
    where: sql`event_hours.kind in (${sql.join(kinds)})`,
    sum: sql`sum(event_hours.amount - event_hours.brought)`,
    columns: {},
    isByTime: true,
  };
}

function events(kinds: EventKind[]): Source {
  return {
    from: sql`events`,
    owner: sql`events.owner_id`,
    time: sql`events.created_at`,
    where: sql`events.kind in (${sql.join(kinds)}) and events.origin_id is null`,
    sum: sql`sum(coalesce(events.amount, 1))`,
    columns: {
      project: sql`events.project_id`,
      version: sql`events.version_id`,
      file: sql`events.file_id`,
      customer: sql`events.user_id`,
    },
    isByAccount: true,
    isByTime: true,
  };
}

function deliveries(time: 'began_at' | 'last_at' | 'completed_at', sum: Sql): Source {
  return {
    from: sql`deliveries`,
    owner: sql`deliveries.owner_id`,
    time: sql.ref(`deliveries.${time}`),
    where: sql`1 = 1`,
    sum,
    columns: {
      project: sql`deliveries.project_id`,
      version: sql`deliveries.version_id`,
      file: sql`deliveries.file_id`,
      device: sql`deliveries.device`,
      customer: sql`deliveries.user_id`,
    },
    isByAccount: true,
  };
}

const PLAYS: Source = {
  from: sql`projects join plays on plays.project_id = projects.id`,
  owner: sql`projects.owner_id`,
  time: sql`plays.last_at`,
  where: sql`plays.origin_id is null`,
  sum: sql`count(*)`,
  columns: {
    project: sql`plays.project_id`,
    version: sql`plays.version_id`,
    file: sql`plays.file_id`,
    device: sql`plays.device`,
    customer: sql`plays.user_id`,
  },
  isByAccount: true,
};

const FILES: Source = {
  from: sql`files join versions on versions.id = files.version_id join projects on projects.id = versions.project_id`,
  owner: sql`files.owner_id`,
  time: sql`files.created_at`,
  where: sql`1 = 1`,
  sum: sql`sum(files.size_bytes)`,
  columns: {
    project: sql`projects.id`,
    customer: sql`projects.customer_id`,
    version: sql`versions.id`,
    file: sql`files.id`,
  },
};

const MILESTONES: Source = {
  from: sql`projects join milestones on milestones.project_id = projects.id`,
  owner: sql`projects.owner_id`,
  time: sql`milestones.completed_at`,
  where: sql`1 = 1`,
  begins: sql`milestones.created_at`,
  ends: sql`milestones.completed_at`,
  columns: { project: sql`projects.id`, customer: sql`projects.customer_id` },
};

/** A version that was made visible before it was stored is ready since it is there. */
const READY = sql`case when versions.ready_at > versions.created_at then versions.ready_at else versions.created_at end`;

const LOOKS = sql`events where events.version_id = versions.id and events.origin_id is null`;

const FIRST_LOOK = sql`(select min(events.created_at) from ${LOOKS})`;

/** Time when the last of all its files was first delivered in full; null while one was not. */
const FIRST_COMPLETE = sql`(select case when count(had.at) = count(*) then max(had.at) end from (
  select min(deliveries.completed_at) as at from files
  left join deliveries on deliveries.file_id = files.id and deliveries.completed_at is not null
  where files.version_id = versions.id group by files.id) as had)`;

const UNOPENED = sql`projects.customer_id is not null
  and exists (select 1 from files where files.version_id = versions.id)
  and not exists (select 1 from ${LOOKS})`;

function versions(now: string, { ends, sum, where }: { ends?: Sql; sum?: Sql; where?: Sql }): Source {
  return {
    from: sql`projects join versions on versions.project_id = projects.id`,
    owner: sql`projects.owner_id`,
    time: READY,
    where: sql`versions.ready_at <= ${now} and ${where ?? sql`1 = 1`}`,
    ...(sum && { sum }),
    ...(ends && { begins: READY, ends }),
    columns: {
      project: sql`projects.id`,
      customer: sql`projects.customer_id`,
      version: sql`versions.id`,
    },
  };
}

const SOURCES: Record<Exclude<Measure, OfEvents>, (now: string) => Source> = {
  complete: () => deliveries('completed_at', sql`count(*)`),
  bytes: () => deliveries('last_at', sql`sum(deliveries.covered_bytes)`),
  played: () => PLAYS,
  first_look: (now) => versions(now, { ends: FIRST_LOOK }),
  first_complete: (now) => versions(now, { ends: FIRST_COMPLETE }),
  unopened: (now) => versions(now, { sum: sql`count(*)`, where: UNOPENED }),
  storage: () => FILES,
  milestone_days: () => MILESTONES,
};
