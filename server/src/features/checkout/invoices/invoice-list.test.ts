import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isPostgres } from '../../../database/connect.ts';
import { wholeReads } from '../../../testing/database/query-plans.ts';
import { statementsOf } from '../../../testing/database/statements.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { countOfPeriod, listOfPeriod } from './invoice-queries.ts';

/** Enough invoices for a database to prefer an index, one an hour. */
const INVOICES = 20_000;

const { db } = await sharedTestApp();

test('the list of a month reads the invoices of that month only', async () => {
  const first = Date.parse('2025-01-01T00:00:00.000Z');
  const hours = Array.from({ length: INVOICES }, (_, hour) => hour);
  for (let from = 0; from < INVOICES; from += 1000)
    await db
      .insertInto('invoices')
      .values(
        hours.slice(from, from + 1000).map((hour) => ({
          uuid: `uuid-${hour}`,
          facts: '{}',
          created_at: new Date(first + hour * 3_600_000).toISOString(),
        })),
      )
      .execute();
  if (isPostgres(db)) await sql`analyze invoices`.execute(db);
  const month = { from: '2026-03-01T00:00:00.000Z', before: '2026-04-01T00:00:00.000Z' };
  const statements = await statementsOf(db, async () => {
    expect(await countOfPeriod(db, month)).toBe(31 * 24);
    expect(await listOfPeriod(db, month, { limit: 50, offset: 50 })).toHaveLength(50);
  });
  expect(statements).toHaveLength(2);
  for (const statement of statements) expect(await wholeReads(db, statement)).toEqual([]);
});
