import type { Context } from '../../context.ts';
import { repeatTomorrow } from '../../jobs/daily.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { deleteOldestEvents, deleteOldHours } from './queries.ts';

/** How long single events and the sums of hours are kept; the sums of days stay (specification 6.10). */
const KEPT_MONTHS = 24;

/** Of the sum of an hour, as in 2026-11-20T14. */
const HOUR_LENGTH = 13;

/** Rows deleted by one statement, in a few milliseconds. */
const ROWS_AT_ONCE = 1000;

/** Handler of the daily job that deletes events that are too old. */
export function eventJobs(context: Context): Pick<JobHandlers, 'sweep-events'> {
  return {
    'sweep-events': async () => {
      const before = context.now();
      before.setUTCMonth(before.getUTCMonth() - KEPT_MONTHS);
      while ((await deleteOldestEvents(context.db, before.toISOString(), ROWS_AT_ONCE)) > 0);
      const hour = before.toISOString().slice(0, HOUR_LENGTH);
      while ((await deleteOldHours(context.db, hour, ROWS_AT_ONCE)) > 0);
      await repeatTomorrow(context, 'sweep-events');
    },
  };
}
