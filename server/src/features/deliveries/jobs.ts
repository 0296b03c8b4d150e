import type { Context } from '../../context.ts';
import { repeatTomorrow } from '../../jobs/daily.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { looksKeptSince } from '../../jobs/looks-kept.ts';
import { deleteOldPlays } from './queries.ts';

const ROWS_AT_ONCE = 1000;

/** Deletes old played parts daily; deliveries stay as proof, since receipts are made of them. */
export function deliveryJobs(context: Context): Pick<JobHandlers, 'sweep-plays'> {
  return {
    'sweep-plays': async () => {
      while ((await deleteOldPlays(context.db, looksKeptSince(context), ROWS_AT_ONCE)) > 0);
      await repeatTomorrow(context, 'sweep-plays');
    },
  };
}
