import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

type Notes = { notes: { id: number; is_kept: boolean | null } };

let db: Kysely<Notes>;
beforeEach(async () => {
  db = new Kysely<Notes>({ dialect: new NodeSqliteDialect(':memory:') });
  await db.schema.createTable('notes').addColumn('id', 'integer').addColumn('is_kept', 'boolean').execute();
  await db.insertInto('notes').values({ id: 1, is_kept: true }).execute();
});
afterEach(() => db.destroy());

const notes = () => db.selectFrom('notes').selectAll().execute();
const KEPT = [{ id: 1, is_kept: true }];

test.each([
  'insert into notes (id) values (2)',
  'insert into notes (id) values (2) returning id',
  'with more as (select 2) insert into notes (id) select * from more',
  '/* select */ update notes set id = 2',
  '  delete from notes',
  'replace into notes (id) values (2)',
  'drop table notes',
  'pragma user_version = 5',
])('a write not declared as one is refused: %s', async (text) => {
  await expect(sql.raw(text).execute(db)).rejects.toThrow('run it in inTransaction');
  expect(await notes()).toEqual(KEPT);
  const { rows } = await sql`pragma user_version`.execute(db);
  expect(rows).toEqual([{ user_version: 0 }]);
});

test('a read in raw SQL is no write, and a declared write works after a refused one', async () => {
  expect((await sql`select id from notes`.execute(db)).rows).toEqual([{ id: 1 }]);
  await expect(sql`delete from notes`.execute(db)).rejects.toThrow('run it in inTransaction');
  await db.insertInto('notes').values({ id: 2, is_kept: null }).execute();
  expect(await notes()).toEqual([...KEPT, { id: 2, is_kept: null }]);
});

test('a read-only transaction writes nothing, however the statement is built', async () => {
  const reading = db.transaction().setAccessMode('read only');
  await expect(reading.execute((tx) => tx.deleteFrom('notes').execute())).rejects.toThrow(
    'run it in inTransaction',
  );
  await expect(reading.execute((tx) => sql`delete from notes`.execute(tx))).rejects.toThrow(
    'run it in inTransaction',
  );
  expect(await reading.execute((tx) => tx.selectFrom('notes').selectAll().execute())).toEqual(KEPT);
});
