import type { Insertable } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { EventDaysTable, EventHoursTable } from '../../database/tables/events.ts';
import { rowPages } from '../../database/pages.ts';

/** Rows that one statement adds. */
const ROWS_AT_ONCE = 200;

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
        conflict.columns(['owner_id', 'day', 'kind']).doUpdateSet((e) => ({
          amount: e('event_days.amount', '+', e.ref('excluded.amount')),
          brought: e('event_days.brought', '+', e.ref('excluded.brought')),
        })),
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
        conflict.columns(['owner_id', 'hour', 'kind']).doUpdateSet((e) => ({
          amount: e('event_hours.amount', '+', e.ref('excluded.amount')),
          brought: e('event_hours.brought', '+', e.ref('excluded.brought')),
        })),
      )
      .execute();
}
