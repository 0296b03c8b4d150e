import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDatabase } from '../testing/database/fresh-database.ts';
import { afterwards, temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { connectDatabase, type Database } from './connect.ts';
import { migrateToLatest } from './migrate.ts';
import { inSnapshot } from './snapshot.ts';

const fresh = await freshDatabase();
// Snapshots on SQLite need a file.
const sqlitePath = join(temporaryFolder(), 'vitrin.sqlite');
const db = fresh.databaseUrl ? fresh.db : connectDatabase({ sqlitePath });
await migrateToLatest(db);
afterwards(async () => {
  await db.destroy();
  if (db !== fresh.db) await fresh.db.destroy();
  await fresh.dropDatabase();
});

const AT = '2026-01-01T00:00:00.000Z';
const addJob = () =>
  db
    .insertInto('jobs')
    .values({ kind: 'send-mail', payload: '{}', run_at: AT, created_at: AT, locked_until: null })
    .execute();
const countJobs = async (from: Database) => (await from.selectFrom('jobs').select('id').execute()).length;

test('a snapshot stays the same while others write, and they do not wait for it', async () => {
  await addJob();
  const counts = await inSnapshot({ db }, async (snapshot) => {
    const before = await countJobs(snapshot);
    await addJob();
    await db.transaction().execute(async (trx) => trx.deleteFrom('jobs').where('id', '<', 0).execute());
    return [before, await countJobs(snapshot), await countJobs(db)];
  });
  expect(counts).toEqual([1, 1, 2]);
  expect(await inSnapshot({ db }, countJobs)).toBe(2);
});

test('nothing is written in a snapshot', async () => {
  await expect(inSnapshot({ db }, (snapshot) => snapshot.deleteFrom('jobs').execute())).rejects.toThrow(
    /read.?only/,
  );
});

test('a failure in a snapshot leaves no transaction open', async () => {
  for (let time = 0; time < 20; time += 1)
    await expect(inSnapshot({ db }, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inSnapshot({ db }, countJobs)).toBe(2);
});
