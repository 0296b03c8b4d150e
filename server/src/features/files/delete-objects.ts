import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { listHeldKeys } from './queries.ts';

/** An archive that is replaced or dropped gives up what it holds, so it is asked for again before its time is over. */
const HELD_SECONDS = 3600;

/**
 * Job: deletes objects that no row names any more. Objects that an archive of everything still holds wait for an hour,
 * again and again until the archive is gone.
 */
export async function deleteObjects(context: Context, keys: readonly string[]): Promise<void> {
  const held = await listHeldKeys(context.db, keys, timestampOf(context));
  await context.storage.delete(keys.filter((key) => !held.has(key)));
  if (held.size > 0) await enqueue(context, 'delete-objects', { keys: [...held] }, HELD_SECONDS);
}
