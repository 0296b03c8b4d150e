import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../testing/database/fresh-database.ts';
import { withLocksBeforeCommit } from '../testing/database/locks-before-commit.ts';
import { createChangeTriggers } from './changes/triggers.ts';
import { connectDatabase, type Database } from './connect.ts';
import { migrateTo, migrations } from './migrate.ts';
import { migrationOf, untilItHasItsLocks } from '@vitrin/engine/sql/migration-steps.ts';
import { LISTEN_NAMES } from './changes/names.ts';
import { createPostgresDialect } from '@vitrin/engine/postgres/postgres-dialect.ts';

/** Release of the instances that may run while the next one migrates, as in rolling-upgrade.test.ts. */
const BEFORE = '0037-faces';

/** A database as BEFORE left it; each commit of its connection reports the tables that it locked against writers. */
async function watchedDatabase(onCommit: (tables: string[]) => void) {
  const fresh = await freshDatabase();
  const databaseUrl = fresh.databaseUrl ?? '';
  await migrateTo(fresh.db, BEFORE);
  await fresh.db.destroy();
  const dialect = withLocksBeforeCommit(createPostgresDialect(databaseUrl, LISTEN_NAMES), onCommit);
  const db: Database = new Kysely({ dialect });
  onTestFinished(async () => {
    await db.destroy();
    await fresh.dropDatabase();
  });
  return { db, databaseUrl };
}

const namesOf = async (db: Database) => (await db.introspection.getTables()).map(({ name }) => name);
const later = () => Object.keys(migrations).filter((name) => name > BEFORE);

test('no transaction of a migration blocks writes to more than one table', async () => {
  let stopped: string[][] = [];
  const { db } = await watchedDatabase((tables) => stopped.push(tables));
  const problems: string[] = [];
  const look = async (name: string, work: () => Promise<void>) => {
    const listed = new Set(await namesOf(db));
    stopped = [];
    await work();
    // Tables that the migration makes are not known to the instances beside it.
    for (const tables of stopped.map((all) => all.filter((table) => listed.has(table))))
      if (tables.length > 1) problems.push(`${name}: ${tables.join(', ')} in one transaction`);
  };
  for (const name of later()) await look(name, () => migrateTo(db, name));
  await look('The triggers that report changes', () => createChangeTriggers(db));
  expect(problems).toEqual([]);
});

test('a migration that blocks writes to two tables is found', async () => {
  let stopped: string[][] = [];
  const { db } = await watchedDatabase((tables) => stopped.push(tables));
  stopped = [];
  const up = migrationOf('9999-both', {
    up: async (tx) =>
      sql.raw('alter table users add one text; create index on files (name)').execute(tx) as never,
  });
  await db.connection().execute((connection) => up.up(connection));
  expect(stopped).toEqual([['files', 'users']]);
});

test('no write of an instance of the previous release fails during a migration', async () => {
  const { db, databaseUrl } = await watchedDatabase(() => {});
  const over = new AbortController();
  const failures: unknown[] = [];
  let written = 0;
  const others = Array.from({ length: 6 }, () => connectDatabase({ databaseUrl, maxConnections: 1 }));
  const tables = await namesOf(db);
  const writers = others.map(async (other) => {
    // PostgreSQL checks for deadlocks at once, so that every possible one is found.
    await sql`set deadlock_timeout = '1ms'`.execute(other);
    for (; !over.signal.aborted; written += 1)
      try {
        await other.transaction().execute(async (tx) => {
          // The tables that most transactions write come first, then one of the others.
          const one = tables[Math.floor(Math.random() * tables.length)] ?? 'users';
          const mixed = ['users', 'projects', 'versions', 'files', one].toSorted(() => Math.random() - 0.5);
          for (const table of mixed) await sql`select from ${sql.table(table)} limit 0`.execute(tx);
          for (const table of mixed.toReversed()) {
            await sql`lock table ${sql.table(table)} in row exclusive mode`.execute(tx);
            await pause(1);
          }
        });
      } catch (error) {
        failures.push(error);
      }
  });
  for (const name of later()) await migrateTo(db, name);
  await createChangeTriggers(db);
  over.abort();
  await Promise.all(writers);
  await Promise.all(others.map((other) => other.destroy()));
  expect(failures).toEqual([]);
  expect(written).toBeGreaterThan(others.length);
});

test('every fifth wait for a lock is long enough for PostgreSQL to end an automatic vacuum', async () => {
  const { db, databaseUrl } = await watchedDatabase(() => {});
  const other = connectDatabase({ databaseUrl });
  const held = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const vacuum = other.transaction().execute(async (tx) => {
    // The lock that a vacuum holds.
    await sql`lock table files in share update exclusive mode`.execute(tx);
    held.resolve();
    await letGo.promise;
  });
  await held.promise;
  const waits: number[] = [];
  await untilItHasItsLocks(db, 'this', async (tx) => {
    const { rows } = await sql<{ wait: number; look: number }>`select
      extract(epoch from current_setting('lock_timeout')::interval)::float as wait,
      extract(epoch from current_setting('deadlock_timeout')::interval)::float as look`.execute(tx);
    waits.push(...rows.map(({ wait, look }) => wait / look));
    if (waits.length === 5) letGo.resolve();
    await sql`lock table files in share row exclusive mode`.execute(tx);
  });
  await vacuum;
  await other.destroy();
  expect(waits.map((wait) => wait > 1)).toEqual([false, false, false, false, true]);
});

test('steps completed before a migration failed are not repeated', async () => {
  const { db } = await watchedDatabase(() => {});
  const done: string[] = [];
  const fails = { once: true };
  const migration = migrationOf('9999-steps', {
    steps: [
      async (tx) => {
        await sql`create table first_step (id integer)`.execute(tx);
        done.push('first');
      },
      async () => {
        done.push('second');
        if (fails.once) throw new Error('a kill');
      },
    ],
  });
  const migrate = () => db.connection().execute((connection) => migration.up(connection));
  await expect(migrate()).rejects.toThrow('a kill');
  fails.once = false;
  await migrate();
  expect(done).toEqual(['first', 'second', 'second']);
});
