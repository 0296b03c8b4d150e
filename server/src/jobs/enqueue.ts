import type { Context } from '../context.ts';
import { timestampIn, timestampOf } from '../context.ts';
import type { JobPayloads } from './kinds.ts';

/**
 * Puts work into the outbox inside the caller's transaction, so that it happens exactly when the change does.
 * `delaySeconds` for work that is due later.
 */
export async function enqueue<Kind extends keyof JobPayloads>(
  context: Pick<Context, 'db' | 'now'>,
  kind: Kind,
  payload: JobPayloads[Kind],
  delaySeconds = 0,
): Promise<void> {
  await context.db
    .insertInto('jobs')
    .values({
      kind,
      payload: JSON.stringify(payload),
      run_at: timestampIn(context, delaySeconds),
      created_at: timestampOf(context),
    })
    .execute();
}

const KEYS_PER_JOB = 500;

/** Has uploads under way ended once the caller's transaction, which deletes their version, is through. */
export async function enqueueUploadsToDrop(
  context: Pick<Context, 'db' | 'now'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await enqueue(context, 'drop-uploads', { ids: [...ids] });
}

/** Has stored bytes deleted once the caller's transaction, which deletes the rows that name them, is through. */
export async function enqueueObjectDeletion(
  context: Pick<Context, 'db' | 'now'>,
  keys: readonly string[],
): Promise<void> {
  for (let start = 0; start < keys.length; start += KEYS_PER_JOB) {
    await enqueue(context, 'delete-objects', { keys: keys.slice(start, start + KEYS_PER_JOB) });
  }
}
