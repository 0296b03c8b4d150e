import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { hasDatabase } from '../backup/restore-database.ts';
import { markOf } from '../backup/unfinished-restore.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { readInstallation, saveInstallation } from '@vitrin/server/database/read-only/state.ts';
import { makeReadOnly } from '@vitrin/server/database/read-only/switch.ts';
import { fillEveryTable, rowsOf } from '../testing/backup/filled-tables.ts';
import { connectTo, type TestInstallation } from '../testing/backup/installations.ts';
import { killWhen, runMoveHere, runMoveProcess, runServerProcess } from '../testing/backup/processes.ts';
import { contentsOf } from '../testing/backup/same-installation.ts';
import { emptyInstallation, temporaryInstallation } from '../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { houseOf, nameMove } from './house.ts';
import { move } from './move.ts';

const SECRET = 'a1'.repeat(32);

let old: Awaited<ReturnType<typeof temporaryInstallation>>;
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
  old = await temporaryInstallation({ files: 6, isEmbedded: true, isOnDisk: true });
  await fillEveryTable(old.db);
});

async function empty(kind: { isEmbedded: boolean; isOnDisk: boolean }): Promise<TestInstallation> {
  const place = await emptyInstallation(kind);
  return { ...place, environment: { ...place.environment, SECRET_KEY: SECRET } };
}
const onPostgres = () => empty({ isEmbedded: false, isOnDisk: false });
const onDisk = () => empty({ isEmbedded: true, isOnDisk: true });

const house = ({ environment }: TestInstallation) => houseOf(environment, 'test');
const moveTo = (from: TestInstallation, to: TestInstallation) => move(house(from), house(to));

async function allOf(installation: TestInstallation) {
  return { rows: await rowsOf(installation), objects: await contentsOf(installation.storage) };
}

/** As an owner may before a move, which then need not wait for servers to hear of it. */
async function shut(installation: TestInstallation): Promise<void> {
  const db = connectTo(installation);
  const closing = { state: 'read-only', move: null, moved_to: null } as const;
  await makeReadOnly(db, closing, { mayBeServed: false });
  await db.destroy();
}

const NEXT = { owner_id: 1, customer_id: null, description: '', list_description: '', status_override: null };

async function addProject(to: TestInstallation, name: string): Promise<number> {
  const db = connectTo(to);
  const at = '2026-11-24T08:00:00.000Z';
  const times = { created_at: at, edited_at: at, last_updated: at };
  const row = { ...NEXT, ...times, name, name_key: name };
  try {
    return (await db.insertInto('projects').values(row).returning('id').executeTakeFirstOrThrow()).id;
  } finally {
    await db.destroy();
  }
}

test('to PostgreSQL and a bucket and back to SQLite and a disk every row and byte stays', async () => {
  const before = await allOf(old);
  expect(Object.values(before.rows).every((rows) => rows.length > 0)).toBe(true);
  expect(before.rows['file_sums']?.join()).toContain('["files",6]');
  const [there, back] = [await onPostgres(), await onDisk()];
  expect(await moveTo(old, there)).toMatchObject({
    // The sums of files are counted anew, and equal all the same.
    tables: Object.keys(before.rows).length - 1,
    objects: 18,
    problems: [],
  });
  expect(await allOf(there)).toEqual(before);
  // The old installation refuses writes from now on, of whatever program.
  await expect(addProject(old, 'late')).rejects.toThrow('read only');
  expect(await runServerProcess(old.environment)).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^Vitrin cannot start: This installation moved to PostgreSQL at .* read-only off/,
    ),
  });
  await shut(there);
  await moveTo(there, back);
  expect(await allOf(back)).toEqual(before);
  await expect(addProject(there, 'late')).rejects.toThrow('read only');
  // The key that signs links came along from the environment.
  expect(await addProject(back, 'new')).toBeGreaterThan(1);
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
  // The database is the same one, and knows which store is the right one now.
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

test('new rows get numbers that no row has had, though the last ones are gone', async () => {
  const last = await addProject(old, 'gone');
  await old.db.deleteFrom('projects').where('id', '=', last).execute();
  const [there, back] = [await onPostgres(), await onDisk()];
  await moveTo(old, there);
  expect(await addProject(there, 'next')).toBe(last + 1);
  await shut(there);
  await moveTo(there, back);
  expect(await addProject(back, 'after')).toBe(last + 2);
});

test('what holds other data is refused, and nothing is changed', async () => {
  const there = await onPostgres();
  const before = await allOf(old);
  await there.storage.write('ab'.repeat(32), bytesOf(Buffer.from('x')));
  await expect(moveTo(old, there)).rejects.toThrow('There are objects already in the bucket');
  await there.storage.delete(['ab'.repeat(32)]);
  const db = connectTo(there);
  await db.schema.createTable('something').addColumn('a', 'text').execute();
  await expect(moveTo(old, there)).rejects.toThrow('There is a database here already: PostgreSQL at');
  await db.schema.dropTable('something').execute();
  await markOf(there).set('2026-11-23T16-40-00Z');
  await expect(moveTo(old, there)).rejects.toThrow('A restore or another move into');
  await markOf(there).remove();
  await db.destroy();
  await expect(moveTo(old, old)).rejects.toThrow('there is nothing to move');
  const other = { ...there, environment: { ...there.environment, SECRET_KEY: 'b2'.repeat(32) } };
  await expect(moveTo(old, other)).rejects.toThrow('SECRET_KEY is another one there');
  expect(await allOf(old)).toEqual(before);
  expect(await readInstallation(old.db)).toBeUndefined();
});

test('of two moves at once one goes on', async () => {
  const [there, elsewhere] = [await onPostgres(), await onDisk()];
  const results = await Promise.allSettled([moveTo(old, there), moveTo(old, elsewhere), moveTo(old, there)]);
  const failed = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(failed.map(({ reason }) => String(reason))).toEqual([
    expect.stringContaining('Another move works with SQLite in'),
    expect.stringContaining('Another move works with SQLite in'),
  ]);
  await expect(moveTo(old, elsewhere)).rejects.toThrow('This installation has moved to PostgreSQL');
});

test('killed in the midst of each step it goes on, and no server starts in a half full house', async () => {
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
  // These two are too quick for a kill that always comes in time, and are well in either case.
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

test('killed while it hands over, it ends what it had begun', async () => {
  const before = await allOf(old);
  const there = await onPostgres();
  await moveTo(old, there);
  const id = nameMove(house(old), house(there));
  const db = connectTo(there);
  const known = await readInstallation(db);
  if (!known) throw new Error('The new house knows nothing of the move');
  await markOf(there).set(`move ${id}`);
  await moveTo(old, there);
  expect(await markOf(there).find()).toBeUndefined();
  await saveInstallation(db, { ...known, state: 'moving' });
  await markOf(there).set(`move ${id}`);
  await moveTo(old, there);
  expect(await readInstallation(db)).toMatchObject({ state: 'open' });
  await db.destroy();
  expect(await allOf(there)).toEqual(before);
});

test('objects that the old store has lost are named, and the rest moves', async () => {
  const there = await onPostgres();
  const [lost] = await Array.fromAsync(old.storage.list());
  if (!lost) throw new Error('There are no objects');
  await old.storage.delete([lost.key]);
  expect(await moveTo(old, there)).toMatchObject({
    objects: 17,
    problems: [{ key: lost.key, problem: 'missing' }],
  });
});

test('the key goes along as a file where the new environment names none', async () => {
  const there = await onDisk();
  const { SECRET_KEY: _, ...environment } = there.environment;
  await moveTo(old, { ...there, environment });
  expect(readFileSync(join(there.dataDir, 'secret.key'), 'utf8')).toBe(`${SECRET}\n`);
  expect(readFileSync(join(there.dataDir, 'receipt-2.key'), 'utf8')).toBe(`${'b2'.repeat(32)}\n`);
});
