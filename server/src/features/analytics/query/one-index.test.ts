import { type CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { isPostgres } from '../../../database/connect.ts';
import { askFigures, deliveryIn, see } from '../../../testing/analytics.ts';
import { statementsOf } from '../../../testing/database/statements.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const made = await deliveryIn(setup, 'Europe/Berlin');

/** Plan of a statement; PostgreSQL may not use a full scan, which it prefers with few rows. */
async function planOf({ sql: text, parameters }: CompiledQuery): Promise<string> {
  return setup.db.connection().execute(async (db) => {
    const explain = isPostgres(db) ? 'explain' : 'explain query plan';
    const scans = ['enable_seqscan', 'enable_bitmapscan'];
    if (isPostgres(db)) for (const scan of scans) await sql`set ${sql.raw(scan)} = off`.execute(db);
    const statement = { ...sql.raw(`${explain} ${text}`).compile(db), parameters };
    const { rows } = await db.executeQuery<Record<string, unknown>>(statement);
    if (isPostgres(db)) for (const scan of scans) await sql`reset ${sql.raw(scan)}`.execute(db);
    return rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n');
  });
}

test.each([
  'measure=looks&by=project,month',
  'measure=looks&by=version,week',
  'measure=downloads&by=file',
  'measure=downloads&by=customer,hour',
  'measure=opens&by=weekday&project=',
])('events are summed from one index without their rows: %s', async (question) => {
  await see(setup, made, 'file_previewed', ['2026-10-09T10:00:00.000Z']);
  const asked = question.endsWith('=') ? `${question}${made.project.id}` : question;
  const statements = await statementsOf(setup.db, () => askFigures(made.owner, asked));
  const sums = statements.filter(({ sql: text }) => /from events\b|cross join events\b/.test(text));
  expect(sums.length).toBeGreaterThan(0);
  for (const statement of sums)
    expect(await planOf(statement)).toMatch(
      /COVERING INDEX events_figures|Index Only Scan using events_figures/,
    );
});
