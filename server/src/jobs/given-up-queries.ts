import type { SelectQueryBuilder } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { PageRange } from '../database/pages.ts';
import { countRows } from '../database/row-counts.ts';
import type { Schema } from '../database/schema.ts';

export type JobFilter = {
  kinds: readonly string[] | undefined;
  isWaitingToo: boolean;
};

function chosen(
  db: Database,
  { kinds, isWaitingToo }: JobFilter,
): SelectQueryBuilder<Schema, 'jobs', object> {
  return db
    .selectFrom('jobs')
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .$if(!isWaitingToo, (query) => query.where('gave_up_at', 'is not', null));
}

export function countChosenJobs(db: Database, filter: JobFilter): Promise<number> {
  return countRows(chosen(db, filter));
}

export function listChosenJobs(db: Database, filter: JobFilter, { limit, offset }: PageRange) {
  return chosen(db, filter)
    .select(['id', 'kind', 'payload', 'run_at', 'attempts', 'last_error', 'gave_up_at', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function findJob(db: Database, id: number) {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Makes jobs that gave up due again, with all their attempts; returns those that it was so. */
export function reviveJobs(
  db: Database,
  { id, kinds }: { id: number | undefined; kinds: readonly string[] | undefined },
  now: string,
) {
  return db
    .updateTable('jobs')
    .set({ gave_up_at: null, attempts: 0, run_at: now, locked_until: null })
    .where('gave_up_at', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .returning(['id', 'kind'])
    .execute();
}

export function dropGivenUpJob(db: Database, id: number) {
  return db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('gave_up_at', 'is not', null)
    .returning(['id', 'kind'])
    .executeTakeFirst();
}
