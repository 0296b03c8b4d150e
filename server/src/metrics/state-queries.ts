import type { Database } from '../database/connect.ts';
import { countRows } from '../database/row-counts.ts';

export type QueuedJobs = { kind: string; state: 'waiting' | 'given_up'; count: number };

/** Jobs in the database by kind; those that run count as waiting until they end. */
export async function countQueuedJobs(db: Database): Promise<QueuedJobs[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn, eb }) => [
      'kind',
      fn.countAll<number>().as('all'),
      fn.count<number>(eb.ref('gave_up_at')).as('given_up'),
    ])
    .groupBy('kind')
    .execute();
  return rows.flatMap(({ kind, all, given_up }) => [
    { kind, state: 'waiting' as const, count: all - given_up },
    { kind, state: 'given_up' as const, count: given_up },
  ]);
}

export async function countOpenUploads(db: Database): Promise<number> {
  return countRows(db.selectFrom('uploads'));
}
