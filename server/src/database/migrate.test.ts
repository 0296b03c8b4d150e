import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../testing/database/fresh-database.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { connectDatabase, type Database, isPostgres } from './connect.ts';
import { migrateToLatest, migrations } from './migrate.ts';

const tablesOf = async (db: Database) => (await db.introspection.getTables()).map(({ name }) => name);

test('every migration of the folder is run', () => {
  const folder = join(import.meta.dirname, 'migrations');
  const isMigration = (file: string) =>
    /^\d{4}-.+(?<!\.test)\.ts$/.test(basename(file)) &&
    /^export (?:async function up|const steps)\b/m.test(readFileSync(join(folder, file), 'utf8'));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isMigration);
  expect(Object.keys(migrations).map((name) => `${name}.ts`)).toEqual(
    names.map((name) => basename(name)).toSorted(),
  );
});

test('several instances may start at once on an empty database', async () => {
  const { db, databaseUrl, dropDatabase } = await freshDatabase();
  onTestFinished(dropDatabase);
  if (databaseUrl) {
    const others = [connectDatabase({ databaseUrl }), connectDatabase({ databaseUrl })];
    await Promise.all([db, ...others].map(migrateToLatest));
    expect(await tablesOf(db)).toContain('projects');
    await Promise.all([db, ...others].map((one) => one.destroy()));
    return;
  }
  const folder = temporaryFolder();
  const path = join(folder, 'vitrin.sqlite');
  const script = fileURLToPath(new URL('../testing/database/migrate-once.ts', import.meta.url));
  await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, [script, path])));
  const file = connectDatabase({ sqlitePath: path });
  expect(await tablesOf(file)).toContain('projects');
  await file.destroy();
  await db.destroy();
});

test('every foreign key has an index that starts with it', async () => {
  const { db, dropDatabase } = await freshDatabase();
  onTestFinished(async () => {
    await db.destroy();
    await dropDatabase();
  });
  await migrateToLatest(db);
  expect(await foreignKeysWithoutIndex(db)).toEqual([]);
});

async function foreignKeysWithoutIndex(db: Database): Promise<string[]> {
  const query = isPostgres(db)
    ? sql<{ name: string }>`
        select k.conrelid::regclass || '.' || a.attname as name
        from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where k.contype = 'f' and not exists (
          select 1 from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1]
        )`
    : sql<{ name: string }>`
        select t.name || '.' || f."from" as name
        from sqlite_master t
        join pragma_foreign_key_list(t.name) f
        where t.type = 'table' and not exists (
          select 1 from pragma_index_list(t.name) l
          join pragma_index_info(l.name) c
          where c.seqno = 0 and c.name = f."from"
          union all
          -- An integer primary key is the table itself, and in no list of indexes.
          select 1 from pragma_table_info(t.name) i where i.pk = 1 and i.name = f."from"
        )`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}
