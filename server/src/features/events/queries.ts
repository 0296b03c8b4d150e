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

/** Events of these users since a time. */
export function listEventsSince(db: Database, userIds: number[], since: string) {
  return db
    .selectFrom('events')
    .select(['kind', 'user_id', 'project_id', 'version_id', 'file_id', 'created_at'])
    .where('user_id', 'in', userIds)
    .where('created_at', '>', since)
    .execute();
}

type Things = 'users' | 'projects' | 'versions' | 'files';

/** Which of these ids still exist; their rows cannot be deleted until the transaction ends. */
export async function lockExisting(db: Database, table: Things, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function insertEvents(db: Database, events: NewEvent[]): Promise<void> {
  await db.insertInto('events').values(events).execute();
}

export type EventSum = { owner_id: number; day: string; kind: EventKind; amount: number };

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

export type Visit = VisitsTable;

/** The visits of these users to any of these projects, locked until the transaction ends. */
export function lockVisits(db: Database, userIds: number[], projectIds: number[]): Promise<Visit[]> {
  return db
    .selectFrom('visits')
    .selectAll()
    .where('user_id', 'in', userIds)
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
