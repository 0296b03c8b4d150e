import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../database/connect.ts';
import { countRows, givesRow } from '../database/row-counts.ts';
import type { Schema } from '../database/schema.ts';
import { repeatWhenLost } from '../database/transaction.ts';
import type { Origin } from '../current-work.ts';
import { LANE_KINDS, type Lane } from './kinds.ts';

export type ClaimedJob = {
  id: number;
  kind: string;
  payload: string;
  attempts: number;
  created_at: string;
} & Origin;

/** The place of a job's kind among those of its lane. */
function placeInLane(lane: keyof typeof LANE_KINDS) {
  const [first = '', ...others] = LANE_KINDS[lane];
  return (e: ExpressionBuilder<Schema, 'jobs'>) =>
    others
      .reduce(
        (cases, kind, place) => cases.when('kind', '=', kind).then(place + 1),
        e.case().when('kind', '=', first).then(0),
      )
      .end();
}

/**
 * Claims the most overdue job of a lane, of mails the oldest of the most important ones; undefined when none is due.
 * The update repeats the condition, so that of two instances only one gets the job.
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
    .$if(lane === 'mails', (query) => query.orderBy(placeInLane('mails')))
    .$if(lane !== 'mails', (query) => query.orderBy('run_at'))
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
      .returning(['id', 'kind', 'payload', 'attempts', 'created_at', 'request_id', 'traceparent'])
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

/** Puts off a job, and all others of its lane that are due: they would fail for the reason that it failed for. */
export async function postponeLane(
  db: Database,
  { id, lane, now, runAt, error }: { id: number; lane: 'mails'; now: string; runAt: string; error: string },
): Promise<void> {
  await repeatWhenLost(() =>
    db
      .updateTable('jobs')
      .set({ run_at: runAt, last_error: error })
      .where('kind', 'in', LANE_KINDS[lane])
      .where('gave_up_at', 'is', null)
      .where('run_at', '<=', now)
      .where((e) => e.or([e('locked_until', 'is', null), e('locked_until', '<', now)]))
      .execute(),
  );
  // The mail server was away, which is no attempt at this mail.
  await db
    .updateTable('jobs')
    .set((e) => ({ run_at: runAt, locked_until: null, last_error: error, attempts: e('attempts', '-', 1) }))
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

/** Puts jobs of a kind that are due, by their payloads, behind all others that are. */
export async function queueJobsAnew(
  db: Database,
  kind: string,
  payloads: readonly string[],
  now: string,
): Promise<void> {
  if (payloads.length === 0) return;
  await db
    .updateTable('jobs')
    .set({ run_at: now })
    .where('kind', '=', kind)
    .where('run_at', '<', now)
    .where('gave_up_at', 'is', null)
    .where('payload', 'in', payloads)
    .execute();
}

export async function jobExists(db: Database, kind: string): Promise<boolean> {
  return givesRow(db.selectFrom('jobs').select('id').where('kind', '=', kind).limit(1));
}
