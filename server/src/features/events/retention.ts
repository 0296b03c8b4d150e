import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { repeatTomorrow } from '../../jobs/daily.ts';
import { hoursKeptSince, looksKeptSince } from '../../jobs/looks-kept.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { sweepPrograms } from '../programs/service.ts';
import { deleteOldHours, deleteOldVisits, listEventsAfter, sumEventsOfDay } from './queries.ts';

/** Length of the beginning of an ISO 8601 time that names its day. */
const DAY_LENGTH = 10;

const ROWS_AT_ONCE = 1000;

export function eventJobs(context: Context): Pick<JobHandlers, 'sweep-events'> {
  return {
    'sweep-events': async () => {
      const since = looksKeptSince(context);
      await sumEventsBefore(context, since.slice(0, DAY_LENGTH));
      while ((await deleteOldVisits(context.db, since, ROWS_AT_ONCE)) > 0);
      const hour = hoursKeptSince(context);
      while ((await deleteOldHours(context.db, hour, ROWS_AT_ONCE)) > 0);
      await sweepPrograms(context);
      await repeatTomorrow(context, 'sweep-events');
    },
  };
}

/** Sums single events of earlier days, found by id without an index: it rises with time, except for imported events. */
async function sumEventsBefore(context: Context, day: string): Promise<void> {
  for (let after = 0; ;) {
    const events = await listEventsAfter(context.db, after, ROWS_AT_ONCE);
    const last = events.at(-1);
    if (!last) return;
    const single = events.filter(({ amount }) => amount === null);
    const old = single.filter(({ created_at }) => created_at < day);
    if (single.length > 0 && old.length === 0) return;
    for (const [of, ofDay] of Map.groupBy(old, ({ created_at }) => created_at.slice(0, DAY_LENGTH))) {
      const users = [...new Set(ofDay.map(({ user_id }) => user_id))];
      await inTransaction(context, (tx) => sumEventsOfDay(tx.db, users, of));
    }
    after = last.id;
  }
}
