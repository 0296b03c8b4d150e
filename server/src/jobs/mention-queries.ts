import type { Database } from '../database/connect.ts';

/** Payloads have the size of mails, so this many are parsed in a few milliseconds. */
const PAGE_JOBS = 20;

/** Jobs of these kinds after one by id, those that gave up included. */
export function listPayloads(db: Database, kinds: readonly string[], after: number) {
  return db
    .selectFrom('jobs')
    .select(['id', 'kind', 'payload'])
    .where('id', '>', after)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .limit(PAGE_JOBS)
    .execute();
}

export async function deleteJobs(db: Database, ids: number[]): Promise<void> {
  await db.deleteFrom('jobs').where('id', 'in', ids).execute();
}
