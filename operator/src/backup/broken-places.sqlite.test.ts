import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { runBackupHere, runDoctorHere, runServerProcess } from '../testing/backup/processes.ts';
import { temporaryInstallation } from '../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { backUp } from './back-up.ts';
import { markOf } from './unfinished-restore.ts';

const ADMIN = resolve(import.meta.dirname, '../admin/main.ts');

/** One backup for all, of which each test has a copy. */
const installation = await temporaryInstallation();
const prepared = temporaryFolder();
await backUp(installation, prepared);
let folder: string;
let backups: string;
let dataDir: string;
beforeEach(() => {
  folder = temporaryFolder();
  backups = join(folder, 'backups');
  dataDir = join(folder, 'data');
  cpSync(prepared, backups, { recursive: true });
});

const run = (...words: string[]) => runBackupHere(words, { DATA_DIR: dataDir });

test('a restore that is refused makes no DATA_DIR', async () => {
  const none = await run('restore', join(folder, 'none'));
  expect(none).toMatchObject({ code: 1, err: `There are no backups in ${join(folder, 'none')}.\n` });
  expect(await run('restore', backups, '--at', '2026-01-01')).toMatchObject({ code: 1 });
  const wrongKind = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  expect(await runBackupHere(['restore', backups], wrongKind)).toMatchObject({ code: 1 });
  expect(await run('restore', backups, '--erased', join(folder, 'none'))).toMatchObject({ code: 1 });
  expect(existsSync(dataDir)).toBe(false);
  expect(await run('restore', backups)).toMatchObject({ code: 0 });
});

/** Leaves the journal of a statement that was killed midway beside the database. */
function leaveJournal(path: string): void {
  const journal = `${path}-journal`;
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = delete; pragma synchronous = off; begin immediate');
  database.exec("update users set username = 'nobody'");
  copyFileSync(journal, `${journal}.kept`);
  database.exec('rollback');
  database.close();
  renameSync(`${journal}.kept`, journal);
}

test('a restore killed while it opened the restored database continues', async () => {
  const { snapshot } = await backUp(installation, backups);
  expect(await run('restore', backups)).toMatchObject({ code: 0 });
  const path = join(dataDir, 'vitrin.sqlite');
  leaveJournal(path);
  await markOf({ dataDir, databaseUrl: undefined }).set(snapshot);
  expect(await run('restore', backups)).toMatchObject({
    code: 0,
    err: expect.not.stringContaining('readonly'),
  });
  const database = new DatabaseSync(path, { readOnly: true });
  expect(database.prepare('select username from users').all()).toMatchObject([{ username: 'ada' }]);
  database.close();
});

/** A file on a disk without room. */
const NO_ROOM = '/dev/full';
const FULL = /^The disk that is written to is full: make room, then run the same command again\.[^\n]+\n$/;

test('a full disk is reported in a sentence, half a backup does not count, and the same command continues it', async () => {
  mkdirSync(dataDir);
  const aside = join(dataDir, 'vitrin.sqlite.unfinished');
  symlinkSync(NO_ROOM, aside);
  const restored = await run('restore', backups);
  expect(restored).toMatchObject({ code: 1, out: '' });
  expect(
    restored.err
      .split(/^Restoring.*$/m)
      .at(-1)
      ?.trimStart(),
  ).toMatch(FULL);
  expect(existsSync(join(dataDir, 'vitrin.sqlite'))).toBe(false);
  expect((await runServerProcess({ DATA_DIR: dataDir })).err).toMatch(/A restore has begun and not ended/);
  rmSync(aside, { force: true });
  expect(await run('restore', backups)).toMatchObject({ code: 0 });

  const others = join(folder, 'others');
  mkdirSync(others);
  symlinkSync(NO_ROOM, join(others, 'VITRIN-BACKUP.unfinished'));
  const backup = await run('backup', others);
  expect(backup).toMatchObject({ code: 1, out: '', err: expect.stringMatching(FULL) });
  expect(globSync('snapshots/*', { cwd: others })).toEqual([]);
  rmSync(join(others, 'VITRIN-BACKUP.unfinished'), { force: true });
  expect(await run('backup', others)).toMatchObject({ code: 0 });
});

/** Overwrites bytes of a page of the database. */
function spoil(path: string, from: number, to: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(to - from, 0xa5), 0, to - from, from);
  closeSync(file);
}

const DAMAGED =
  /^(?:Copying: [^\n]+\n)*The database file is damaged \([^\n]+\), and backups of before are not: stop the server, keep a copy[^\n]+\n$/;

test.each([
  ['its first bytes', 0, 200],
  ['pages in its middle', 8192, 160_000],
])('a database file with %s damaged is a sentence wherever it is used', async (_, from, to) => {
  await run('restore', backups);
  const path = join(dataDir, 'vitrin.sqlite');
  spoil(path, from, to);
  const backup = await run('backup', backups);
  expect(backup).toMatchObject({ code: 1, out: '', err: expect.stringMatching(DAMAGED) });
  expect(globSync('snapshots/*', { cwd: backups })).toHaveLength(1);
  const server = await runServerProcess({ DATA_DIR: dataDir });
  expect(server).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Vitrin cannot start: The database file vitrin\.sqlite[^\n]+\n$/),
  });
  const admin = spawnSync(process.execPath, [ADMIN, 'users', 'list'], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  expect(admin).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The database file vitrin\.sqlite in DATA_DIR is damaged[^\n]+\n$/),
  });
  const doctor = await runDoctorHere(['--only', 'database'], { DATA_DIR: dataDir });
  expect(doctor.code).toBe(2);
  expect(doctor.out).toMatch(
    /^error {4}database {2}The database file is damaged: .+\n +Stop the server, keep a copy/,
  );
});

test('damage that no statement of a backup meets is found before it becomes a backup', async () => {
  await run('restore', backups);
  // Only writers use the list of free pages.
  spoil(join(dataDir, 'vitrin.sqlite'), 32, 40);
  expect(await run('backup', backups)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(DAMAGED),
  });
  expect(globSync('snapshots/*', { cwd: backups })).toHaveLength(1);
});

test('a backup without its database, or in the middle of a restore, is refused with the reason', async () => {
  await run('restore', backups);
  rmSync(join(dataDir, 'vitrin.sqlite'));
  const lost =
    /^The database [^\n]+vitrin\.sqlite is (?:missing|empty), while files [^\n]+ beside it: where the server still runs, copy [^\n]+\n$/;
  expect(await run('backup', backups)).toMatchObject({ code: 1, err: expect.stringMatching(lost) });
  writeFileSync(join(dataDir, 'vitrin.sqlite'), '');
  expect(await run('backup', backups)).toMatchObject({ code: 1, err: expect.stringMatching(lost) });
  writeFileSync(join(dataDir, 'restore.unfinished'), '2026-11-23T17-40-00Z');
  expect(await run('backup', backups)).toMatchObject({
    code: 1,
    err: 'A restore has begun and not ended, so not everything is there: run the same npm run restore again, which goes on where it stopped.\n',
  });
});

test('an inaccessible database file is not reported as missing', async () => {
  mkdirSync(dataDir);
  symlinkSync('vitrin.sqlite', join(dataDir, 'vitrin.sqlite'));
  expect(await run('backup', backups)).toMatchObject({
    code: 1,
    err: `${join(dataDir, 'vitrin.sqlite')} cannot be used (ELOOP): run this as the user of the server.\n`,
  });
  rmSync(join(dataDir, 'vitrin.sqlite'));
  mkdirSync(join(dataDir, 'vitrin.sqlite'));
  expect(await run('backup', backups)).toMatchObject({
    code: 1,
    err: 'The database file cannot be used (disk I/O error): run this as the user of the server.\n',
  });
});
