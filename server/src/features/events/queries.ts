import { type Database, isPostgres } from '../../database/connect.ts';
import type { EventKind, VisitsTable } from '../../database/tables/events.ts';

export type NewEvent = {
  kind: EventKind;
  user_id: number;
  owner_id: number;
  project_id: number;
  version_id: number | null;
  file_id: number | null;
  created_at: string;
};

const NAMING = ['kind', 'user_id', 'project_id', 'version_id', 'file_id'] as const;

/** When each user last did what with these files. A file has few users, so only its index is of use here. */
export function listLastOfFiles(db: Database, fileIds: number[]) {
  return db
    .selectFrom('events')
    .select(NAMING)
    .select((e) => e.fn.max('created_at').as('created_at'))
    .where('file_id', 'in', fileIds)
    .groupBy(NAMING)
    .execute();
}

/** What these users did since a time that was not about one file. */
export function listOthersSince(db: Database, userIds: number[], since: string) {
  return db
    .selectFrom('events')
    .select([...NAMING, 'created_at'])
    .where('user_id', 'in', userIds)
    .where('created_at', '>', since)
    .where('file_id', 'is', null)
    .execute();
}

/** Who has opened which of these versions, each once. */
export function listOpened(db: Database, versionIds: number[]) {
  return db
    .selectFrom('events')
    .select(NAMING)
    .distinct()
    .where('version_id', 'in', versionIds)
    .where('kind', '=', 'version_opened')
    .execute();
}

export async function insertEvents(db: Database, events: NewEvent[]): Promise<void> {
  await db.insertInto('events').values(events).execute();
}

/**
 * Deletes some of the oldest events, those before a time, and returns how many. They are looked for by id, which rises
 * with time, so that no index is needed.
 */
export async function deleteOldestEvents(db: Database, before: string, limit: number): Promise<number> {
  const oldest = db.selectFrom('events').select(['id', 'created_at']).orderBy('id').limit(limit).as('oldest');
  const result = await db
    .deleteFrom('events')
    .where('id', 'in', (e) =>
      e.selectFrom(oldest).select('oldest.id').where('oldest.created_at', '<', before),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

type EventSum = { owner_id: number; day: string; kind: EventKind; amount: number };

/** Adds to the daily sums. The sums must come in a fixed order, so that two instances never deadlock. */
export async function addToEventDays(db: Database, sums: EventSum[]): Promise<void> {
  await db
    .insertInto('event_days')
    .values(sums)
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'day', 'kind'])
        .doUpdateSet((e) => ({ amount: e('event_days.amount', '+', e.ref('excluded.amount')) })),
    )
    .execute();
}

type HourSum = { owner_id: number; hour: string; kind: EventKind; amount: number };

/** Adds to the sums of hours, in a fixed order as addToEventDays. */
export async function addToEventHours(db: Database, sums: HourSum[]): Promise<void> {
  await db
    .insertInto('event_hours')
    .values(sums)
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'hour', 'kind'])
        .doUpdateSet((e) => ({ amount: e('event_hours.amount', '+', e.ref('excluded.amount')) })),
    )
    .execute();
}

/** Deletes the sums of hours before one; their days have sums of their own. */
export async function deleteOldHours(db: Database, before: string, limit: number): Promise<number> {
  const oldest = db
    .selectFrom('event_hours')
    .select(['owner_id', 'hour', 'kind'])
    .where('hour', '<', before)
    .limit(limit);
  const result = await db
    .deleteFrom('event_hours')
    .where((e) =>
      e(e.refTuple('owner_id', 'hour', 'kind'), 'in', oldest.$asTuple('owner_id', 'hour', 'kind')),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export type Visit = VisitsTable;

/** The visits of these projects, each of which has few visitors, locked until the transaction ends. */
export function lockVisits(db: Database, projectIds: number[]): Promise<Visit[]> {
  return db
    .selectFrom('visits')
    .selectAll()
    .where('project_id', 'in', projectIds)
    .orderBy('user_id')
    .orderBy('project_id')
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate())
    .execute();
}

/** Writes visits. They must come in a fixed order, so that two instances never deadlock. */
export async function saveVisits(db: Database, visits: Visit[]): Promise<void> {
  await db
    .insertInto('visits')
    .values(visits)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'project_id']).doUpdateSet((e) => ({
        previous_at: e.ref('excluded.previous_at'),
        opened_at: e.ref('excluded.opened_at'),
        seen_at: e.ref('excluded.seen_at'),
      })),
    )
    .execute();
}
