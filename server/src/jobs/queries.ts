import type { Database } from '../database/connect.ts';
import { countRows, givesRow } from '../database/row-counts.ts';
import { repeatWhenLost } from '../database/transaction.ts';
import type { Origin } from '../current/current-work.ts';
import { type JobKind, kindsOf } from './kinds.ts';

export type ClaimedJob = {
  id: number;
  kind: string;
  tenant: string;
  payload: string;
  attempts: number;
  created_at: string;
} & Origin;

/** Conditions of a claim: jobs of these kinds that are due now, of tenants behind `after` where that is given. */
type Asked = { kinds: readonly JobKind[]; now: string; after?: string | undefined };

/** Jobs that another instance may claim at the same moment are passed over, up to so many. */
const CANDIDATES = 5;

/** Lists jobs of the next tenant, those due longest first; the index of turns skips its other jobs. */
function listCandidates(db: Database, { kinds, now, after }: Asked): Promise<{ id: number }[]> {
  const ofKind = (kind: JobKind) => {
    const nearest = db
      .selectFrom('jobs')
      .select(['id', 'tenant', 'run_at'])
      .where('kind', '=', kind)
      .where('run_at', '<=', now)
      .where('gave_up_at', 'is', null)
      .where((e) => e.or([e('locked_until', 'is', null), e('locked_until', '<', now)]))
      .$if(after !== undefined, (query) => query.where('tenant', '>', after ?? ''))
      .orderBy('tenant')
      .orderBy('run_at')
      .orderBy('id')
      .limit(CANDIDATES);
    return db.selectFrom(nearest.as('nearest')).selectAll();
  };
  const [first, ...others] = kinds.map(ofKind);
  if (!first) return Promise.resolve([]);
  const all = others.reduce((union, one) => union.unionAll(one), first);
  return db
    .selectFrom(all.as('candidates'))
    .select('id')
    .orderBy('tenant')
    .orderBy('run_at')
    .orderBy('id')
    .limit(CANDIDATES)
    .execute();
}

/** Claims a job, undefined when none is due; the update repeats the condition, so only one instance gets the job. */
export async function claimJob(
  db: Database,
  { kinds, now, after, lockedUntil }: Asked & { lockedUntil: string },
): Promise<ClaimedJob | undefined> {
  let candidates = await listCandidates(db, { kinds, now, after });
  if (candidates.length === 0 && after !== undefined) candidates = await listCandidates(db, { kinds, now });
  for (const { id } of candidates) {
    const job = await db
      .updateTable('jobs')
      .set((e) => ({ locked_until: lockedUntil, attempts: e('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('gave_up_at', 'is', null)
      .where((e) => e.or([e('locked_until', 'is', null), e('locked_until', '<', now)]))
      .returning(['id', 'kind', 'tenant', 'payload', 'attempts', 'created_at', 'request_id', 'traceparent'])
      .executeTakeFirst();
    if (job) return job;
  }
  return undefined;
}

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
      .where('kind', 'in', kindsOf(lane))
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
