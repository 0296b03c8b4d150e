import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { countJobs } from '../../jobs/queries.ts';
import { listUnstamped, saveStamp } from './queries.ts';

/** Ledgers stamped by one run: the lane has other work too. */
const AT_ONCE = 50;
const HOUR_SECONDS = 3600;

/** Enqueues the first run where TIMESTAMP_URL is set; the job repeats itself. */
export async function startStamping(context: Context): Promise<void> {
  if (context.config.timestampUrl === undefined) return;
  if ((await countJobs(context.db, 'stamp-ledgers')) === 0) await enqueue(context, 'stamp-ledgers', {});
}

/** Makes the handler of the job that has ledgers stamped (specification 11.6). */
export function ledgerJobs(context: Context): Pick<JobHandlers, 'stamp-ledgers'> {
  return {
    'stamp-ledgers': async () => {
      const { timestampUrl } = context.config;
      // Without TIMESTAMP_URL the stamps end; the next start with it begins them anew.
      if (timestampUrl === undefined) return;
      const isMore = await stampSome(context, timestampUrl);
      await inTransaction(context, async (tx) => {
        if ((await countJobs(tx.db, 'stamp-ledgers')) <= 1)
          await enqueue(tx, 'stamp-ledgers', {}, isMore ? 0 : HOUR_SECONDS);
      });
    },
  };
}

/** Stamps some ledgers; true when there may be more. A silent authority is asked again in an hour. */
async function stampSome(context: Context, authority: string): Promise<boolean> {
  const heads = await listUnstamped(context.db, AT_ONCE);
  if (heads.length === 0) return false;
  const { requestTimestamp } = await import('../../adapters/timestamps/request-timestamp.ts');
  for (const { project_id, entries, hash } of heads) {
    try {
      const { token, at } = await requestTimestamp(authority, hash);
      await saveStamp(context.db, project_id, { entries, hash, token, at: at.toISOString() });
    } catch (error) {
      context.log.warn({ err: error, authority: new URL(authority).host }, 'A ledger was not stamped');
      return false;
    }
  }
  return heads.length === AT_ONCE;
}
