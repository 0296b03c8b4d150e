import type { Context } from '../context.ts';
import { timestampIn, timestampOf } from '../context.ts';
import type { Database } from '../database/connect.ts';
import type { JobPayloads } from './kinds.ts';

/**
 * Puts work into the outbox inside the caller's transaction, so that it happens exactly when the change does.
 * `delaySeconds` for work that is due later.
 */
export async function enqueue<Kind extends keyof JobPayloads>(
  context: Pick<Context, 'now'>,
  trx: Database,
  kind: Kind,
  payload: JobPayloads[Kind],
  delaySeconds = 0,
): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({
      kind,
      payload: JSON.stringify(payload),
      run_at: timestampIn(context, delaySeconds),
      created_at: timestampOf(context),
    })
    .execute();
}
