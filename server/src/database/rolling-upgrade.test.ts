import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { registerFreelancer } from '../../../test-kit/accounts.ts';
import { startProduct } from '../../../test-kit/product.ts';
import { freshDatabase } from '../testing/database/fresh-database.ts';
import { type Database, isPostgres } from './connect.ts';
import { migrateTo, migrateToLatest, migrations } from './migrate.ts';
import { inTransaction } from './transaction.ts';

/** From the release with this migration on, two that follow each other run side by side (specification 12.11). */
const FIRST = '0040-plays';
const SECRET_KEY = 'r'.repeat(64);

type Column = { name: string; dataType: string; isNullable: boolean; hasDefaultValue: boolean };
type Tables = Map<string, Map<string, Column>>;

async function tablesOf(db: Database): Promise<Tables> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, new Map(columns.map((one) => [one.name, one]))]));
}

/**
 * Errors that an instance with the schema `before` would get: it reads and writes by name, and omits new
 * columns.
 */
function inTheWay(before: Tables, after: Tables): string[] {
  return [...before].flatMap(([table, columns]) => {
    const now = after.get(table);
    if (!now) return [`${table} is gone`];
    const changed = [...columns.values()].flatMap((column) => {
      const name = `${table}.${column.name}`;
      const found = now.get(column.name);
      if (!found) return [`${name} is gone`];
      if (found.dataType !== column.dataType) return [`${name} is ${found.dataType} now`];
      const mayBeLeftOut = ({ isNullable, hasDefaultValue }: Column) => isNullable || hasDefaultValue;
      if (mayBeLeftOut(column) && !mayBeLeftOut(found)) return [`${name} must be given now`];
      return column.isNullable && !found.isNullable ? [`${name} may not be null any more`] : [];
    });
    const added = [...now.values()]
      .filter((column) => !columns.has(column.name) && !column.isNullable && !column.hasDefaultValue)
      .map(({ name }) => `${table}.${name} is new and must be given`);
    return [...changed, ...added];
  });
}

test('tables and columns used by one release are still there in the next one', async () => {
  const { db, dropDatabase } = await freshDatabase();
  onTestFinished(async () => {
    await db.destroy();
    await dropDatabase();
  });
  const names = Object.keys(migrations);
  const steps = names.slice(names.indexOf(FIRST));
  expect(steps[0]).toBe(FIRST);
  const problems: string[] = [];
  let before: Tables | undefined;
  for (const step of steps) {
    await migrateTo(db, step);
    const after = await tablesOf(db);
    if (before) problems.push(...inTheWay(before, after).map((problem) => `${step}: ${problem}`));
    before = after;
  }
  expect(problems).toEqual([]);
}, 60_000);

test('a change that breaks an instance of the previous release is found', async () => {
  const { db, dropDatabase } = await freshDatabase();
  onTestFinished(async () => {
    await db.destroy();
    await dropDatabase();
  });
  await db.schema
    .createTable('kept')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('note', 'text')
    .addColumn('gone', 'text')
    .execute();
  await db.schema.createTable('dropped').addColumn('id', 'integer').execute();
  const before = await tablesOf(db);
  await db.schema.dropTable('dropped').execute();
  await db.schema.alterTable('kept').dropColumn('gone').execute();
  await db.schema.alterTable('kept').addColumn('free', 'text').execute();
  const strict = new Map(await tablesOf(db));
  const kept = new Map(strict.get('kept'));
  kept.set('strict', { name: 'strict', dataType: 'text', isNullable: false, hasDefaultValue: false });
  kept.set('note', { ...(kept.get('note') as Column), isNullable: false });
  strict.set('kept', kept);
  expect(inTheWay(before, strict).toSorted()).toEqual([
    'dropped is gone',
    'kept.gone is gone',
    'kept.note must be given now',
    'kept.strict is new and must be given',
  ]);
});

test('an instance of the previous release starts beside a later one, but not on its SQLite file', async () => {
  const { db, databaseUrl, dropDatabase } = await freshDatabase();
  onTestFinished(async () => {
    await db.destroy();
    await dropDatabase();
  });
  await migrateToLatest(db);
  await inTransaction({ db }, async (tx) => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01')`.execute(
      tx.db,
    );
    await sql`create table later (id integer)`.execute(tx.db);
  });
  if (!isPostgres(db)) {
    await expect(migrateToLatest(db)).rejects.toThrow(
      'The database is of a later release, which has 9999-later: start that release, or restore a backup.',
    );
    return;
  }
  expect(await migrateToLatest(db)).toEqual(['9999-later']);
  const product = await startProduct({ env: { DATABASE_URL: databaseUrl ?? '', SECRET_KEY } });
  try {
    expect(product.log()).toContain('The database is of a later release');
    await registerFreelancer(product, 'between-releases');
  } finally {
    await product.remove();
  }
}, 120_000);
