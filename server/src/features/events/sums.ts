import { type Insertable, sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { EventDaysTable, EventHoursTable } from '../../database/tables/events.ts';
import { rowPages } from '../../database/pages.ts';

const ROWS_AT_ONCE = 200;

/** Limit of imported sums, below PostgreSQL's largest integer: a full sum would fail a whole batch. */
const MOST_IMPORTED = 1_000_000_000;

/** Adds to the daily sums. They must come in a fixed order, so that two instances never deadlock. */
export function addToEventDays(db: Database, sums: readonly Insertable<EventDaysTable>[]): Promise<void> {
  return addToSums(db, 'event_days', 'day', sums);
}

/** Adds to the sums of hours, in a fixed order as addToEventDays. */
export function addToEventHours(db: Database, sums: readonly Insertable<EventHoursTable>[]): Promise<void> {
  return addToSums(db, 'event_hours', 'hour', sums);
}

async function addToSums(
  db: Database,
  table: 'event_days' | 'event_hours',
  time: 'day' | 'hour',
  sums: readonly (Insertable<EventDaysTable> | Insertable<EventHoursTable>)[],
): Promise<void> {
  const sumOf = (column: 'amount' | 'brought') =>
    sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  for await (const page of rowPages(sums, ROWS_AT_ONCE))
    await db
      .insertInto(table)
      .values(page)
      .onConflict((conflict) =>
        conflict
          .columns(['owner_id', time, 'kind'])
          .doUpdateSet({ amount: sumOf('amount'), brought: sumOf('brought') })
          .where(sumOf('brought'), '<=', MOST_IMPORTED),
      )
      .execute();
}
