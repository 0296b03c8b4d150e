import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueue, enqueueObjectDeletion } from '../../jobs/enqueue.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { jobExists } from '../../jobs/queries.ts';
import { deleteExpired } from './queries.ts';

const SWEEP_SECONDS = 15 * 60;
const AT_ONCE = 500;

export function pictureJobs(context: Context): Pick<JobHandlers, 'sweep-pictures'> {
  return {
    'sweep-pictures': async () => {
      await sweepPictures(context);
      await enqueue(context, 'sweep-pictures', {}, SWEEP_SECONDS);
    },
  };
}

export async function startSweepingPictures(context: Context): Promise<void> {
  if (!(await jobExists(context.db, 'sweep-pictures'))) await enqueue(context, 'sweep-pictures', {});
}

/** Deletes pictures that no text has claimed in time; another job deletes their bytes. */
async function sweepPictures(context: Context): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE;) {
    found = await inTransaction(context, async (tx) => {
      const keys = await deleteExpired(tx.db, timestampOf(tx), AT_ONCE);
      await enqueueObjectDeletion(tx, keys);
      return keys.length;
    });
  }
}
