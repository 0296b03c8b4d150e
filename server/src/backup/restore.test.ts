import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Storage } from '../adapters/storage/storage.ts';
import { bufferOf, bytesOf } from '../bytes/byte-source.ts';
import {
  connectTo,
  createEmptyInstallation,
  createInstallation,
  IS_POSTGRES,
  type TestInstallation,
} from '../testing/backup/installations.ts';
import { killWhen, runBackupProcess, runServerProcess } from '../testing/backup/processes.ts';
import { backUp, type Installation } from './back-up.ts';
import { countAllRows } from './named-objects.ts';
import { openToRead } from './reading/open-to-read.ts';
import { openLiveDatabase } from './database-copy.ts';
import { readManifest } from './manifest.ts';
import { restore } from './restore.ts';
import { hasDatabase, restoreDatabase } from './restore-database.ts';
import { markOf } from './unfinished-restore.ts';

const DOCTOR = resolve(import.meta.dirname, '../doctor/main.ts');
const FILES = 15;
/** A file, its thumbnail and a picture each. */
const OBJECTS = 3 * FILES;

let installation: Awaited<ReturnType<typeof createInstallation>>;
let empty: TestInstallation;
let target: string;

beforeEach(async () => {
  installation = await createInstallation({ files: FILES });
  empty = await createEmptyInstallation();
  target = mkdtempSync(join(tmpdir(), 'vitrin-backups-'));
});
afterEach(async () => {
  await installation.remove();
  await empty.remove();
  rmSync(target, { recursive: true });
});

/** Every object with its bytes, by key. */
async function contentsOf(storage: Storage): Promise<Map<string, string>> {
  const objects = (await Array.fromAsync(storage.list())).toSorted((a, b) => a.key.localeCompare(b.key));
  const contents = new Map<string, string>();
  for (const { key, size } of objects)
    contents.set(
      key,
      (await bufferOf(await storage.read(key, { start: 0, end: size - 1 }))).toString('base64'),
    );
  return contents;
}

async function rowsOf(of: Installation) {
  const reader = await openLiveDatabase(of);
  try {
    const counts = await countAllRows(reader.read, await reader.columns());
    const rows: Record<string, unknown> = {};
    for (const table of Object.keys(counts))
      rows[table] = (await reader.read(`select * from "${table}"`))
        .map((row) => JSON.stringify(row))
        .toSorted();
    return rows;
  } finally {
    await reader.close();
  }
}

async function expectSame(): Promise<void> {
  expect(await rowsOf(empty)).toEqual(await rowsOf(installation));
  expect(await contentsOf(empty.storage)).toEqual(await contentsOf(installation.storage));
  expect(await markOf(empty).find()).toBeUndefined();
}

test('what is restored is what was there: every row, every byte and the key', async () => {
  const { snapshot } = await backUp(installation, target);
  expect(await restore(empty, target, {})).toMatchObject({
    snapshot,
    objects: OBJECTS,
    kept: 0,
    problems: [],
  });
  await expectSame();
  const keysOf = ({ dataDir }: Installation) =>
    globSync('*.key', { cwd: dataDir }).map((file) => [file, readFileSync(join(dataDir, file), 'utf8')]);
  expect(keysOf(empty)).toEqual(keysOf(installation));
  expect(keysOf(empty)).toHaveLength(IS_POSTGRES ? 0 : 2);
});

test('an earlier time brings back what was there then', async () => {
  const key = await installation.addFile();
  const first = await backUp(installation, target);
  await installation.removeFile(key);
  await backUp(installation, target);
  const at = new Date('2026-11-23T17:50:00Z');
  expect(await restore(empty, target, { at })).toMatchObject({ snapshot: first.snapshot });
  expect(await empty.storage.size(key)).toBeDefined();
  const db = connectTo(empty);
  expect(await db.selectFrom('files').select('id').where('storage_key', '=', key).execute()).toHaveLength(1);
  await db.destroy();
});

test('only an empty installation takes a backup', async () => {
  await backUp(installation, target);
  await expect(restore(installation, target, {})).rejects.toThrow(
    'There is a database here already: a backup is restored into an empty installation.',
  );
  const key = 'f'.repeat(64);
  await empty.storage.write(key, bytesOf(Buffer.from('another')));
  await expect(restore(empty, target, {})).rejects.toThrow(
    /The file store holds objects already, such as ffff/,
  );
  await empty.storage.delete([key]);
  writeFileSync(join(empty.dataDir, 'secret.key'), 'b'.repeat(64));
  await expect(restore(empty, target, {})).rejects.toThrow(/secret\.key is of another installation/);
  expect(await markOf(empty).find()).toBeUndefined();
});

test('a backup of the other kind of database is refused', async () => {
  await backUp(installation, target);
  const databaseUrl = IS_POSTGRES ? undefined : 'postgres://nobody@127.0.0.1:1/none';
  await expect(restore({ ...empty, databaseUrl }, target, {})).rejects.toThrow(
    IS_POSTGRES ? /This is a backup of PostgreSQL: set DATABASE_URL/ : /This is a backup of SQLite/,
  );
});

test('a backup of a later release is refused', async () => {
  await installation.db
    .transaction()
    .execute((transaction) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(transaction),
    );
  await backUp(installation, target);
  await expect(restore(empty, target, {})).rejects.toThrow(/made by a later release/);
});

test('a damaged object stops the restore and is named, and no server starts on what is there', async () => {
  await backUp(installation, target);
  const [path = ''] = globSync('objects/??/*', { cwd: target }).filter(
    (path) => readFileSync(join(target, path)).length > 0,
  );
  const bytes = readFileSync(join(target, path));
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  writeFileSync(join(target, path), bytes);
  await expect(restore(empty, target, {})).rejects.toThrow(
    `${path} is damaged: restore another backup with --at, or all but what is damaged with --leave-out-damaged.`,
  );
  expect(await empty.storage.size(path.split('/')[2]?.split('.')[0] ?? '')).toBeUndefined();
  const server = await runServerProcess(empty.environment);
  expect(server).toMatchObject({ code: 1, signal: null });
  expect(server.err).toMatch(
    /^Vitrin cannot start: A restore has begun and not ended.*run the same npm run restore/,
  );
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  writeFileSync(join(target, path), bytes);
  await restore(empty, target, {});
  await expectSame();
});

test('with --leave-out-damaged everything else is restored, and each file that is left out is named', async () => {
  const { snapshot } = await backUp(installation, target);
  const rows = await installation.db
    .selectFrom('files')
    .select(['id', 'name', 'storage_key', 'thumbnail_key'])
    .where('size_bytes', '>', 0)
    .orderBy('id')
    .execute();
  const copyOf = (key: string) => globSync(`objects/??/${key}.*`, { cwd: target })[0] ?? '';
  const [first, second] = rows;
  const damaged = copyOf(first?.storage_key ?? '');
  const missing = copyOf(second?.thumbnail_key ?? '');
  writeFileSync(join(target, damaged), 'other bytes');
  rmSync(join(target, missing));
  const keyFile = join('snapshots', snapshot, 'secret.key');
  if (!IS_POSTGRES) writeFileSync(join(target, keyFile), 'other');

  const refused = await runBackupProcess(['restore', target], empty.environment);
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/with --leave-out-damaged\./) });
  const words = ['restore', target, '--leave-out-damaged'];
  const { code, out } = await runBackupProcess(words, empty.environment);
  expect(code).toBe(4);
  expect(out.split('\n').filter((line) => line.includes('left out'))).toEqual(
    [
      `${damaged} is damaged and left out: file ${first?.id} (${first?.name}).`,
      `${missing} is missing and left out: made from file ${second?.id} (${second?.name}).`,
      ...(IS_POSTGRES ? [] : [`${keyFile} is damaged and left out.`]),
    ].toSorted(),
  );
  expect(await rowsOf(empty)).toEqual(await rowsOf(installation));
  const before = await contentsOf(installation.storage);
  const after = await contentsOf(empty.storage);
  const left = [first?.storage_key, second?.thumbnail_key];
  expect([...after]).toEqual([...before].filter(([key]) => !left.includes(key)));
  expect(await markOf(empty).find()).toBeUndefined();
});

test('a damaged copy of the database is found before anything is changed', async () => {
  await backUp(installation, target);
  const [database = ''] = globSync('snapshots/*/database.*', { cwd: target });
  writeFileSync(join(target, database), 'other');
  await expect(restore(empty, target, { leaveOutDamaged: true })).rejects.toThrow(
    `${database} is damaged: restore another backup with --at.`,
  );
  expect(await markOf(empty).find()).toBeUndefined();
  expect(await contentsOf(empty.storage)).toEqual(new Map());
});

test('objects that were missing when the backup was taken stay the only ones', async () => {
  const key = await installation.addFile();
  await installation.storage.delete([key]);
  await backUp(installation, target);
  const report = await restore(empty, target, {});
  expect(report.problems).toEqual([{ key, problem: 'missing' }]);
  await expectSame();
});

test('a backup that is killed counts for nothing, and the next one goes on with what was copied', async () => {
  const copies = () => globSync('objects/??/*', { cwd: target });
  const killed = await runBackupProcess(
    ['backup', target],
    installation.environment,
    killWhen(() => copies().length >= 10),
  );
  expect(killed.signal).toBe('SIGKILL');
  expect(globSync('snapshots/*', { cwd: target })).toEqual([]);
  await expect(restore(empty, target, {})).rejects.toThrow(/There is no whole backup in/);
  const copied = copies().length;
  const { code, out } = await runBackupProcess(['backup', target, '--json'], installation.environment);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ objects: OBJECTS, copied: OBJECTS - copied });
  expect(globSync(['objects/tmp/*', '.unfinished'], { cwd: target })).toEqual([]);
  await restore(empty, target, {});
  await expectSame();
});

test('a restore that is killed keeps servers away, and goes on where it was', async () => {
  const { snapshot } = await backUp(installation, target);
  const stored = async () => (await Array.fromAsync(empty.storage.list())).length;
  const killed = await runBackupProcess(
    ['restore', target],
    empty.environment,
    killWhen(async () => (await stored()) >= 10),
  );
  expect(killed.signal).toBe('SIGKILL');
  expect(await markOf(empty).find()).toBe(snapshot);
  const server = await runServerProcess(empty.environment);
  expect(server.code).toBe(1);
  expect(server.err).toMatch(/^Vitrin cannot start: A restore has begun and not ended/);
  const doctor = spawnSync(process.execPath, [DOCTOR, '--only', 'database'], {
    env: { PATH: process.env['PATH'], ...empty.environment },
    encoding: 'utf8',
  });
  expect(doctor).toMatchObject({ status: 2, stderr: '' });
  expect(doctor.stdout).toMatch(
    /^error {4}database {2}A restore has begun and not ended, so not everything is there\.\n +Run the same npm run restore again/,
  );
  expect(doctor.stdout).not.toContain('migrations');

  await backUp(installation, target);
  await expect(restore(empty, target, {})).rejects.toThrow(`finish it with --at ${snapshot}`);
  const words = ['restore', target, '--at', snapshot, '--json'];
  const { code, out, err } = await runBackupProcess(words, empty.environment);
  expect({ code, err }).toMatchObject({ code: 0 });
  const { kept } = JSON.parse(out) as { kept: number };
  expect(kept).toBeGreaterThanOrEqual(10);
  expect(err).toContain(`Restoring: ${OBJECTS} of ${OBJECTS} objects`);
  await expectSame();
});

const MOMENTS: [string, () => Promise<boolean>][] = [
  ['it has begun', async () => (await markOf(empty).find()) !== undefined],
  ['the last object is there', hasAllObjects],
  ['the database is there', async () => (await hasAllObjects()) && hasDatabase(empty)],
];

test.each(MOMENTS)('killed when %s, a restore is begun again and ends whole', async (_, isThen) => {
  await backUp(installation, target);
  await runBackupProcess(['restore', target], empty.environment, killWhen(isThen));
  const isDone = (await markOf(empty).find()) === undefined && (await hasDatabase(empty));
  if (!isDone) await restore(empty, target, {});
  await expectSame();
});

// What a killed restore has started goes on, and ends before or after the next one's.
test.each(IS_POSTGRES ? ['one'] : [])(
  'of two pg_restore at once %s commits, and both are content',
  async () => {
    const { snapshot } = await backUp(installation, target);
    const folder = await openToRead(target);
    const { header } = await readManifest(folder, snapshot);
    const place = { dataDir: empty.dataDir, databaseUrl: empty.databaseUrl };
    const once = () => restoreDatabase(place, folder, snapshot, header);
    await Promise.all([once(), once(), once()]);
    expect(await rowsOf(empty)).toEqual(await rowsOf(installation));
  },
);

async function hasAllObjects(): Promise<boolean> {
  return (await Array.fromAsync(empty.storage.list())).length === OBJECTS;
}

test('wrong use says how to use it', async () => {
  for (const words of [[], ['restore'], ['backup', 'a', 'b'], ['restore', target, '--at', 'soon']])
    expect(await runBackupProcess(words, {})).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/npm run \w+ -- (FROM|TO)/),
    });
  expect(await runBackupProcess(['restore', target, '--at', 'yesterday'], {})).toMatchObject({
    err: expect.stringMatching(/^--at yesterday is no time in UTC, such as /),
  });
  const help = await runBackupProcess(['restore', '--help'], {});
  expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/--at TIME/) });
  const nothing = await runBackupProcess(['restore', join(target, 'none')], empty.environment);
  expect(nothing).toMatchObject({ code: 1, err: `There are no backups in ${join(target, 'none')}.\n` });
});
