import type { Database } from '../database/connect.ts';
import { repeatWhenLost } from '../database/transaction.ts';

export function listEnqueuedAfter(db: Database, time: string) {
  return db
    .selectFrom('jobs')
    .select(['id', 'created_at', 'run_at'])
    .where('gave_up_at', 'is', null)
    .where('created_at', '>', time)
    .execute();
}

export function listPausedBeyond(db: Database, time: string) {
  return db
    .selectFrom('jobs')
    .select(['id', 'attempts', 'run_at'])
    .where('gave_up_at', 'is', null)
    .where('locked_until', 'is', null)
    .where('run_at', '>', time)
    .where('last_error', 'is not', null)
    .execute();
}

export async function hastenJob(
  db: Database,
  { id, run_at }: { id: number; run_at: string },
  times: { run_at: string; created_at?: string },
): Promise<void> {
  await db.updateTable('jobs').set(times).where('id', '=', id).where('run_at', '=', run_at).execute();
}

/** Has locks that last beyond a time end earlier; who holds one renews it until then. */
export async function shortenLocks(db: Database, beyond: string, until: string): Promise<void> {
  await repeatWhenLost(() =>
    db.updateTable('jobs').set({ locked_until: until }).where('locked_until', '>', beyond).execute(),
  );
}
