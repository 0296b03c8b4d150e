import {
  existsSync,
  globSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { readConfig } from '@vitrin/server/config/config.ts';
import { createDiskStorage } from '@vitrin/engine/storage/disk-storage.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { runDoctorHere, runDoctorProcess } from '../testing/backup/processes.ts';
import { copyMigratedFile } from '@vitrin/server/testing/database/fresh-database.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  readConfig({ DATA_DIR: dataDir });
  await copyMigratedFile(join(dataDir, 'vitrin.sqlite'));
  const storage = await createDiskStorage(join(dataDir, 'files'));
  await storage.write(newStorageKey(), oneChunk());
});

async function* oneChunk() {
  yield Buffer.from('a file');
}

const doctor = (words: string[], environment: Record<string, string> = {}) =>
  runDoctorHere(words, { DATA_DIR: dataDir, ...environment });

/** Everything in DATA_DIR that must not change, with its bytes and times. */
function contents(): string[] {
  return globSync('**/*', { cwd: dataDir })
    .filter((name) => !/-(wal|shm)$/.test(name) && statSync(join(dataDir, name)).isFile())
    .map((name) => {
      const path = join(dataDir, name);
      return `${name} ${statSync(path).mtimeMs} ${readFileSync(path).toString('base64')}`;
    })
    .toSorted();
}

const PARTS_IN_ORDER = ['configuration', 'database', 'storage', 'bytes', 'sums'].flatMap((part) => [
  '--only',
  part,
]);

test('a sound installation ends with 0, in words and as JSON, and is unchanged', async () => {
  const before = contents();
  const inWords = await runDoctorProcess(PARTS_IN_ORDER, { DATA_DIR: dataDir });
  expect(inWords).toMatchObject({ code: 0, err: '' });
  expect(inWords.out).toContain('ok       database       SQLite answers, and its file is whole.\n');
  expect(inWords.out).toMatch(/\nAll is well\.\n$/);
  const asJson = await doctor(['--json', '--only', 'database', '--only', 'storage']);
  expect(JSON.parse(asJson.out)).toMatchObject({
    severity: 'ok',
    findings: [{ part: 'database', severity: 'ok' }, { part: 'database' }, { part: 'storage' }],
  });
  expect(contents()).toEqual(before);
});

test('a store without its folder for uploads is reported, and its files are not called missing', async () => {
  rmSync(join(dataDir, 'files', 'tmp'), { recursive: true });
  const { code, out } = await doctor(['--only', 'storage', '--only', 'bytes']);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^warning {2}storage {2}The folder .+files has no folder tmp, so nothing can be uploaded\.$/m,
  );
  expect(out).toMatch(/^ok {7}bytes {4}All 0 objects that rows name are in the store, which holds 1\.$/m);
  expect(existsSync(join(dataDir, 'files', 'tmp'))).toBe(false);
});

test('it works while a server writes', async () => {
  const server = new DatabaseSync(join(dataDir, 'vitrin.sqlite'));
  server.exec('pragma journal_mode = wal; begin immediate; delete from jobs');
  expect(await doctor(PARTS_IN_ORDER)).toMatchObject({ code: 0 });
  server.exec('rollback');
  server.close();
});

test('a damaged database ends with 2', async () => {
  const file = openSync(join(dataDir, 'vitrin.sqlite'), 'r+');
  for (let page = 2; page < 40; page += 1) writeSync(file, Buffer.alloc(4000, 0xa5), 0, 4000, page * 4096);
  closeSync(file);
  const { code, out } = await doctor(['--only', 'database']);
  expect(code).toBe(2);
  expect(out).toMatch(/^error {4}database/m);
});

test('a lost database is named as such, and nothing is said of what it held', async () => {
  rmSync(join(dataDir, 'vitrin.sqlite'));
  const { code, out } = await doctor(['--only', 'database', '--only', 'bytes']);
  expect(code).toBe(2);
  expect(out).toMatch(
    /^error +database +The database .+vitrin\.sqlite is missing, while files of an installation are beside it\.$/m,
  );
  expect(out).toMatch(/^note +bytes +This was not looked at, because the database does not answer\.$/m);
});

test('a row that points at nothing ends with 2', async () => {
  const other = new DatabaseSync(join(dataDir, 'vitrin.sqlite'), { enableForeignKeyConstraints: false });
  other.exec(`insert into versions (project_id, version_number, description, created_at, edited_at)
    values (999, '1', '', '', '')`);
  other.close();
  const { code, out } = await doctor(['--only', 'database']);
  expect(code).toBe(2);
  expect(out).toContain('Rows of versions point at rows of projects that are not there (1 seen).');
});

test('warnings end with 1, a wrong configuration and a folder without a database with 2', async () => {
  expect(await doctor(['--only', 'configuration'], { RATE_LIMITS: 'off' })).toMatchObject({ code: 1 });
  const wrong = await doctor(['--only', 'database'], { PORT: 'x' });
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.out).toContain('PORT must be a whole number');
  const nowhere = join(dataDir, 'nowhere');
  const none = await doctor(['--only', 'database'], { DATA_DIR: nowhere });
  expect(none).toMatchObject({ code: 2 });
  expect(statSync(nowhere, { throwIfNoEntry: false })).toBeUndefined();
});

test.each([
  [['--only', 'disc'], 'There is no part disc. Did you mean disk?'],
  [['--onyl', 'disk'], "Unknown option '--onyl'"],
  [['--send-test', 'ada'], 'ada is no address.'],
  [['--dkim-selector', 'a b'], 'a b is no selector.'],
])('%j is not understood and prints the usage', async (words, sentence) => {
  const { code, err, out } = await doctor(words);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(sentence);
  expect(err).toContain('npm run doctor -- --only PART');
});

test('a half-restored installation gets that one finding and no other', async () => {
  writeFileSync(join(dataDir, 'restore.unfinished'), '2026-11-23T17-40-00Z');
  const { out, code } = await doctor(PARTS_IN_ORDER);
  expect(code).toBe(2);
  expect(out).toMatch(/^error +database +A restore has begun and not ended/m);
  for (const part of ['bytes', 'sums'])
    expect(out).toMatch(
      new RegExp(`^note +${part} +This was not looked at, because not everything is there yet`, 'm'),
    );
  expect(out).not.toContain('could not be looked at');
});

test('--help prints the usage', async () => {
  expect(await doctor(['--help'])).toMatchObject({ code: 0, err: '' });
  const wrong = await runDoctorProcess(['--only', 'disc'], { DATA_DIR: dataDir });
  expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringContaining('There is no part disc.') });
});
