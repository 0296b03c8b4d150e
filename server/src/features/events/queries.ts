import { sql } from 'kysely';
import { type Database, isPostgres } from '../../database/connect.ts';
import type { EventKind, VisitsTable } from '../../database/tables/events.ts';

export type NewEvent = {
  kind: EventKind;
  user_id: number;
  owner_id: number;
  project_id: number;
  version_id: number | null;
  file_id: number | null;
  link_id: number | null;
  created_at: string;
};

const NAMING = ['kind', 'user_id', 'project_id', 'version_id', 'file_id', 'link_id'] as const;

/** Lists when each user last did what here with these things; they have few users each, so only their index helps. */
export function listLastOf(db: Database, column: 'file_id' | 'link_id', ids: number[]) {
  return db
    .selectFrom('events')
    .select(NAMING)
    .select((e) => e.fn.max('created_at').as('created_at'))
    .where(column, 'in', ids)
    .where('origin_id', 'is', null)
    .groupBy(NAMING)
    .execute();
}

/** Lists events of these users since a time, without those about a single file or link. */
export function listOthersSince(db: Database, userIds: number[], since: string) {
  return db
    .selectFrom('events')
    .select([...NAMING, 'created_at'])
    .where('user_id', 'in', userIds)
    .where('origin_id', 'is', null)
    .where('created_at', '>', since)
    .where('file_id', 'is', null)
    .where('link_id', 'is', null)
    .execute();
}

export function listOpened(db: Database, versionIds: number[]) {
  return db
    .selectFrom('events')
    .select(NAMING)
    .distinct()
    .where('version_id', 'in', versionIds)
    .where('origin_id', 'is', null)
    .where('kind', '=', 'version_opened')
    .execute();
}

export async function deleteLooksAtLink(db: Database, linkId: number): Promise<void> {
  await db.deleteFrom('events').where('link_id', '=', linkId).execute();
}

export async function insertEvents(db: Database, events: NewEvent[]): Promise<void> {
  await db.insertInto('events').values(events).execute();
}

/** Lists a page of events in the order in which they were written. */
export function listEventsAfter(db: Database, id: number, limit: number) {
  return db
    .selectFrom('events')
    .select(['id', 'user_id', 'created_at', 'amount'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Sums all that each user did to one thing on a day in UTC into one row, with the number and the last time. */
export async function sumEventsOfDay(db: Database, userIds: number[], day: string): Promise<void> {
  const [from, to] = [`${day}T00:00:00.000Z`, `${day}T23:59:59.999Z`];
  const sums = db
    .selectFrom('events')
    .select((e) => [
      e.fn.max('id').as('id'),
      e.fn.max('created_at').as('created_at'),
      sql<number>`sum(coalesce(amount, 1))`.as('amount'),
    ])
    .where('user_id', 'in', userIds)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .groupBy([...NAMING, 'origin_id'])
    .as('sums');
  await db
    .updateTable('events')
    .from(sums)
    .set((e) => ({ amount: e.ref('sums.amount'), created_at: e.ref('sums.created_at') }))
    .whereRef('events.id', '=', 'sums.id')
    .execute();
  await db
    .deleteFrom('events')
    .where('user_id', 'in', userIds)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .where('id', 'not in', (e) => e.selectFrom(sums).select('sums.id'))
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

/** Deletes visits that ended before a time: the next one is a first visit again. Resolves to their number. */
export async function deleteOldVisits(db: Database, before: string, limit: number): Promise<number> {
  const oldest = db
    .selectFrom('visits')
    .select(['user_id', 'project_id'])
    .where('seen_at', '<', before)
    .limit(limit);
  const result = await db
    .deleteFrom('visits')
    .where((e) => e(e.refTuple('user_id', 'project_id'), 'in', oldest.$asTuple('user_id', 'project_id')))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export type Visit = VisitsTable;

/** Returns the visits of these projects, few each, locked until the transaction ends. */
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

export async function firstSeenAfter(
  db: Database,
  userId: number,
  time: string,
): Promise<string | undefined> {
  const { at } = await db
    .selectFrom('visits')
    .select((e) => e.fn.min<string | null>('seen_at').as('at'))
    .where('user_id', '=', userId)
    .where('seen_at', '>', time)
    .executeTakeFirstOrThrow();
  return at ?? undefined;
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
