import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { listHeldKeys } from './queries.ts';

/** An archive may be replaced or dropped before its time is over, so the job looks again after this time. */
const HELD_SECONDS = 3600;

/** Runs the job that deletes objects without a row; those that an export still holds are tried hourly until it is gone. */
export async function deleteObjects(context: Context, keys: readonly string[]): Promise<void> {
  const held = await listHeldKeys(context.db, keys, timestampOf(context));
  await context.storage.delete(keys.filter((key) => !held.has(key)));
  if (held.size > 0) await enqueue(context, 'delete-objects', { keys: [...held] }, HELD_SECONDS);
}
