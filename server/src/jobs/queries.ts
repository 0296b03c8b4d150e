import type { Database } from '../database/connect.ts';
import { countRows, givesRow } from '../database/row-counts.ts';
import { LANE_KINDS, type Lane } from './kinds.ts';

export type ClaimedJob = { id: number; kind: string; payload: string; attempts: number };

/**
 * Claims the most overdue job of a lane; undefined when none is due. The update repeats the condition, so that of two
 * instances only one gets the job.
 */
export async function claimJob(
  db: Database,
  now: string,
  lockedUntil: string,
  lane: Lane,
): Promise<ClaimedJob | undefined> {
  const candidates = await db
    .selectFrom('jobs')
    .select('id')
    .where('gave_up_at', 'is', null)
    .where('run_at', '<=', now)
    .where((e) =>
      lane === 'quick'
        ? e('kind', 'not in', Object.values(LANE_KINDS).flat())
        : e('kind', 'in', LANE_KINDS[lane]),
    )
    .where((e) => e.or([e('locked_until', 'is', null), e('locked_until', '<', now)]))
    .orderBy('run_at')
    .orderBy('id')
    .limit(5)
    .execute();
  for (const { id } of candidates) {
    const job = await db
      .updateTable('jobs')
      .set((e) => ({ locked_until: lockedUntil, attempts: e('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('gave_up_at', 'is', null)
      .where((e) => e.or([e('locked_until', 'is', null), e('locked_until', '<', now)]))
      .returning(['id', 'kind', 'payload', 'attempts'])
      .executeTakeFirst();
    if (job) return job;
  }
  return undefined;
}

/** Keeps a job that takes long from being claimed a second time. */
export async function extendJob(db: Database, id: number, lockedUntil: string): Promise<void> {
  await db.updateTable('jobs').set({ locked_until: lockedUntil }).where('id', '=', id).execute();
}

export async function deleteJob(db: Database, id: number): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute();
}

export async function postponeJob(db: Database, id: number, runAt: string, error: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: runAt, locked_until: null, last_error: error })
    .where('id', '=', id)
    .execute();
}

export async function giveUpJob(db: Database, id: number, now: string, error: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ gave_up_at: now, locked_until: null, last_error: error })
    .where('id', '=', id)
    .execute();
}

/** Number of jobs of a kind that wait or run; those given up are left out. */
export async function countJobs(db: Database, kind: string): Promise<number> {
  return countRows(db.selectFrom('jobs').where('kind', '=', kind).where('gave_up_at', 'is', null));
}

/** Makes waiting jobs of a kind due at once; resolves to how many there were. */
export async function hastenJobs(db: Database, kind: string, now: string): Promise<number> {
  const hastened = await db
    .updateTable('jobs')
    .set({ run_at: now })
    .where('kind', '=', kind)
    .where('gave_up_at', 'is', null)
    .where('locked_until', 'is', null)
    .returning('id')
    .execute();
  return hastened.length;
}

export async function jobExists(db: Database, kind: string): Promise<boolean> {
  return givesRow(db.selectFrom('jobs').select('id').where('kind', '=', kind).limit(1));
}
