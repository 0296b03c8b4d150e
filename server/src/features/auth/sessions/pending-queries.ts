import type { Database } from '../../../database/connect.ts';
import { changesRow } from '../../../database/row-counts.ts';

export async function findPendingState(db: Database, id: number, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('state')
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.state;
}

/** Replaces the state of a session; false when it is not `before` any more, and nothing has changed. */
export async function replaceState(
  db: Database,
  id: number,
  before: string,
  after: string,
): Promise<boolean> {
  return changesRow(
    db.updateTable('sessions').set({ state: after }).where('id', '=', id).where('state', '=', before),
  );
}

/** Ends a session without a user; false when it had ended already. */
export async function endPending(db: Database, id: number): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}
