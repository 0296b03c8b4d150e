import type { Insertable } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { EventDaysTable, EventHoursTable } from '../../database/tables/events.ts';
import { rowPages } from '../../database/pages.ts';

/** Rows that one statement adds. */
const ROWS_AT_ONCE = 200;

/**
 * Most of a sum that archives may bring: PostgreSQL's integers end at 2,147,483,647, and one that was full would have a
 * whole batch of events fail. What would come beyond is not added.
 */
const MOST_BROUGHT = 1_000_000_000;

/** Adds to the daily sums. They must come in a fixed order, so that two instances never deadlock. */
export async function addToEventDays(
  db: Database,
  sums: readonly Insertable<EventDaysTable>[],
): Promise<void> {
  for await (const page of rowPages(sums, ROWS_AT_ONCE))
    await db
      .insertInto('event_days')
      .values(page)
      .onConflict((conflict) =>
        conflict
          .columns(['owner_id', 'day', 'kind'])
          .doUpdateSet((e) => ({
            amount: e('event_days.amount', '+', e.ref('excluded.amount')),
            brought: e('event_days.brought', '+', e.ref('excluded.brought')),
          }))
          .where((e) => e(e('event_days.brought', '+', e.ref('excluded.brought')), '<=', MOST_BROUGHT)),
      )
      .execute();
}

/** Adds to the sums of hours, in a fixed order as addToEventDays. */
export async function addToEventHours(
  db: Database,
  sums: readonly Insertable<EventHoursTable>[],
): Promise<void> {
  for await (const page of rowPages(sums, ROWS_AT_ONCE))
    await db
      .insertInto('event_hours')
      .values(page)
      .onConflict((conflict) =>
        conflict
          .columns(['owner_id', 'hour', 'kind'])
          .doUpdateSet((e) => ({
            amount: e('event_hours.amount', '+', e.ref('excluded.amount')),
            brought: e('event_hours.brought', '+', e.ref('excluded.brought')),
          }))
          .where((e) => e(e('event_hours.brought', '+', e.ref('excluded.brought')), '<=', MOST_BROUGHT)),
      )
      .execute();
}
