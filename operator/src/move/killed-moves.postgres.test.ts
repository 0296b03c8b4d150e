import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { hasDatabase } from '../backup/restore-database.ts';
import { markOf } from '../backup/unfinished-restore.ts';
import { readInstallation, saveInstallation } from '@vitrin/server/database/read-only/state.ts';
import { fillEveryTable } from '../testing/backup/filled-tables.ts';
import { connectTo } from '../testing/backup/installations.ts';
import { killWhen, runMoveHere, runMoveProcess, runServerProcess } from '../testing/backup/processes.ts';
import { temporaryInstallation } from '../testing/backup/shared-backup.ts';
import { allOf, empty, asInstallation, moveTo, onDisk, onPostgres, SECRET, shut } from '../testing/moves.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { nameMove } from './installation.ts';

let old: Awaited<ReturnType<typeof temporaryInstallation>>;
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
  old = await temporaryInstallation({ files: 6, isEmbedded: true, isOnDisk: true });
  await fillEveryTable(old.db);
});

test('each of the four steps alone, one after the other', async () => {
  const before = await allOf(old);
  const { environment: bucket, storage } = await empty({ isEmbedded: true, isOnDisk: false });
  const { DATA_DIR: _, ...s3 } = bucket;
  const { environment: database, databaseUrl } = await empty({ isEmbedded: false, isOnDisk: true });
  const { DATABASE_URL = '' } = database;
  const { dataDir } = old;
  const home = { DATA_DIR: dataDir, SECRET_KEY: SECRET };
  const inBucket = { ...old, storage, environment: { ...home, ...s3 } };
  expect(await moveTo(old, inBucket)).toMatchObject({ tables: 0, objects: 18 });
  expect(await allOf(inBucket)).toEqual(before);
  // The database is the same one, and records by now which store is in use.
  expect(await runServerProcess(old.environment)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/The files of this installation are in the bucket/),
  });
  const onServer = { ...inBucket, databaseUrl, environment: { ...home, ...s3, DATABASE_URL } };
  expect(await moveTo(inBucket, onServer)).toMatchObject({ objects: 0 });
  expect(await allOf(onServer)).toEqual(before);
  await rmDisk();
  const onServersDisk = { ...onServer, storage: old.storage, environment: { ...home, DATABASE_URL } };
  expect(await moveTo(onServer, onServersDisk)).toMatchObject({ tables: 0, objects: 18 });
  await expect(moveTo(onServersDisk, { ...old, environment: home })).rejects.toThrow(
    'There is a database here already',
  );
  rmSync(join(dataDir, 'vitrin.sqlite'));
  const again = { ...old, databaseUrl: undefined, environment: home };
  await shut(onServersDisk);
  await moveTo(onServersDisk, again);
  expect(await allOf(again)).toEqual(before);

  async function rmDisk() {
    for await (const { key } of old.storage.list()) await old.storage.delete([key]);
  }
});

test('only one of two simultaneous moves continues', async () => {
  const [there, elsewhere] = [await onPostgres(), await onDisk()];
  const results = await Promise.allSettled([moveTo(old, there), moveTo(old, elsewhere), moveTo(old, there)]);
  const failed = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(failed.map(({ reason }) => String(reason))).toEqual([
    expect.stringContaining('Another move works with SQLite in'),
    expect.stringContaining('Another move works with SQLite in'),
  ]);
  await expect(moveTo(old, elsewhere)).rejects.toThrow('This installation has moved to PostgreSQL');
});

test('a move killed within each step continues, and no server starts on a partly filled installation', async () => {
  for (let more = 0; more < 10; more += 1) await old.addFile();
  const before = await allOf(old);
  const there = await onPostgres();
  const file = join(folder, 'new.env');
  writeFileSync(
    file,
    Object.entries(there.environment)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const said = (word: string) => async (child: Parameters<ReturnType<typeof killWhen>>[0]) => {
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await killWhen(() => text.includes(word))(child);
  };
  const count = async () => (await Array.fromAsync(there.storage.list())).length;
  const run = (during: Parameters<typeof runMoveProcess>[2]) =>
    runMoveProcess([file, '--json'], old.environment, during);
  expect(await run(said('becomes read only'))).toMatchObject({ signal: 'SIGKILL' });
  expect(await run(killWhen(async () => (await count()) >= 4))).toMatchObject({ signal: 'SIGKILL' });
  expect(await runServerProcess(there.environment)).toMatchObject({
    code: 1,
    err: expect.stringContaining('A move has begun and not ended'),
  });
  // These two steps are too quick to be killed reliably; both outcomes are correct.
  await run(killWhen(() => hasDatabase(there)));
  await run(said(' rows'));
  const runHere = () => runMoveHere([file, '--json'], old.environment);
  expect(await runHere()).toMatchObject({ code: 0 });
  expect(await allOf(there)).toEqual(before);
  // Only its answer was lost.
  expect(await runHere()).toMatchObject({ code: 0 });
}, 240_000);

test('an empty file of a server that was started too early is no database', async () => {
  const before = await allOf(old);
  const there = await onDisk();
  const file = join(folder, 'new.env');
  writeFileSync(file, `DATA_DIR=${there.dataDir}\n`);
  const stored = async () => (await Array.fromAsync(there.storage.list())).length;
  const killed = await runMoveProcess(
    [file],
    old.environment,
    killWhen(async () => (await stored()) >= 2),
  );
  expect(killed.signal).toBe('SIGKILL');
  expect(await runServerProcess({ DATA_DIR: there.dataDir })).toMatchObject({
    code: 1,
    err: expect.stringContaining('A move has begun and not ended'),
  });
  expect(await runMoveHere([file], old.environment)).toMatchObject({ code: 0 });
  expect(await allOf(there)).toEqual(before);
});

test('killed during the handover, it completes what it had begun', async () => {
  const before = await allOf(old);
  const there = await onPostgres();
  await moveTo(old, there);
  const id = nameMove(asInstallation(old), asInstallation(there));
  const db = connectTo(there);
  const state = await readInstallation(db);
  if (!state) throw new Error('The new installation knows nothing of the move');
  await markOf(there).set(`move ${id}`);
  await moveTo(old, there);
  expect(await markOf(there).find()).toBeUndefined();
  await saveInstallation(db, { ...state, state: 'moving' });
  await markOf(there).set(`move ${id}`);
  await moveTo(old, there);
  expect(await readInstallation(db)).toMatchObject({ state: 'open' });
  await db.destroy();
  expect(await allOf(there)).toEqual(before);
});
