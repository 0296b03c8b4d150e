import { type Context, timestampIn, timestampOf } from '../../../context.ts';
import { isReadOnlyRefusal } from '../../../database/read-only/refusal.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { findAsked, noteAsked } from '../derived-queries.ts';

/** A request is repeated after this time: the job gave up, or there was no room. */
const AGAIN_SECONDS = 3600;
const PATIENCE_SECONDS = 30 * 60;
/** Requested drawings stay as long as shown ones. */
const KEPT_SECONDS = 2 * 3600;
/** One request makes pictures of this many files again; a repeated request makes the next ones. */
const MOST_ASKED = 200;

/** Starts jobs for pictures that are away, one for any number of requests; true while some are under way. */
export async function askForDerived(context: Context, ids: readonly number[]): Promise<boolean> {
  const asked = ids.slice(0, MOST_ASKED);
  const existing = new Map((await findAsked(context.db, asked)).map((row) => [row.file_id, row]));
  const since = timestampIn(context, -AGAIN_SECONDS);
  const patience = timestampIn(context, -PATIENCE_SECONDS);
  let isWaitedFor = ids.length > asked.length;
  for (const id of asked) {
    const { asked_at = null, is_refused = false } = existing.get(id) ?? {};
    if (asked_at !== null && asked_at > since) isWaitedFor ||= !is_refused && asked_at > patience;
    else isWaitedFor = (await ask(context, id, since)) || isWaitedFor;
  }
  return isWaitedFor;
}

async function ask(context: Context, id: number, since: string): Promise<boolean> {
  try {
    return await inTransaction(context, async (tx) => {
      const times = { now: timestampOf(tx), since, until: timestampIn(tx, KEPT_SECONDS) };
      if (!(await noteAsked(tx.db, id, times))) return false;
      await enqueue(tx, 'make-thumbnail', { file_id: id });
      return true;
    });
  } catch (error) {
    // A read-only installation shows the pictures that exist.
    if (isReadOnlyRefusal(error)) return false;
    throw error;
  }
}
