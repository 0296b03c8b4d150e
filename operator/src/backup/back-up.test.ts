import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import { IS_POSTGRES } from '../testing/backup/installations.ts';
import { temporaryInstallation } from '../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { backUp } from './back-up.ts';
import { openToRead } from './reading/open-to-read.ts';
import { readManifest } from './manifest.ts';
import { columnsOf, NAMINGS, POSTGRES_COLUMNS, SQLITE_COLUMNS } from './named-objects.ts';
import { openLiveDatabase } from './database-copy.ts';

/** One installation for all tests, which remove what they add to it. */
const installation = await temporaryInstallation();
let target: string;
beforeEach(() => {
  target = join(temporaryFolder(), 'backups');
});

const copies = () => globSync('objects/??/*', { cwd: target });
const manifestOf = async (snapshot: string) => readManifest(await openToRead(target), snapshot);

/** The store, with a callback before each read of an object. */
function storeThat(before: (key: string) => Promise<void>): Storage {
  const { storage } = installation;
  return {
    ...storage,
    async size(key) {
      await before(key);
      return storage.size(key);
    },
  };
}

test('a backup holds the database, the key and every object that a row names', async () => {
  // Each time the installation's clock is read, it advances by an hour.
  const hour = new Date(installation.now().getTime() + 3600_000);
  const report = await backUp(installation, target);
  const snapshot = `${hour.toISOString().slice(0, 13)}-40-00Z`;
  expect(report).toMatchObject({ snapshot, objects: 15, copied: 15, problems: [] });
  const { header, entries } = await manifestOf(report.snapshot);
  expect(header.database.rows).toMatchObject({ files: 5, pictures: 5, users: 1 });
  const listed = (await Array.fromAsync(entries())).map(({ key, sha256 }) => `${key}.${sha256}`);
  expect(
    copies()
      .map((path) => path.slice('objects/ab/'.length))
      .toSorted(),
  ).toEqual(listed);
  const folder = join(target, 'snapshots', report.snapshot);
  expect(existsSync(join(folder, 'secret.key'))).toBe(!IS_POSTGRES);
  expect(globSync('**/lock.sqlite', { cwd: folder })).toEqual([]);
});

test.each(IS_POSTGRES ? [] : ['database.sqlite'])(
  'the copy of SQLite is a single file with the rows that were only in the log (%s)',
  async (file) => {
    const key = await installation.addFile();
    const { snapshot } = await backUp(installation, target);
    const path = join(target, 'snapshots', snapshot, file);
    const copy = new DatabaseSync(path, { readOnly: true });
    expect(copy.prepare('select 1 as found from files where storage_key = ?').get(key)).toEqual({ found: 1 });
    copy.close();
    expect(globSync(`${path}-*`)).toEqual([]);
    await installation.removeFile(key);
  },
);

test('a second backup copies only new objects, and the first stays', async () => {
  const first = await backUp(installation, target);
  const untouched = copies().map((path) => [path, statSync(join(target, path)).ino]);
  const key = await installation.addFile();
  const second = await backUp(installation, target);
  expect(second).toMatchObject({ objects: 17, copied: 2 });
  for (const [path, inode] of untouched) expect(statSync(join(target, String(path))).ino).toBe(inode);
  const keys = async (snapshot: string) =>
    (await Array.fromAsync((await manifestOf(snapshot)).entries())).map((entry) => entry.key);
  expect(await keys(second.snapshot)).toContain(key);
  expect(await keys(first.snapshot)).not.toContain(key);
  await installation.removeFile(key);
});

test('files that come and go while a backup is taken leave it whole', async () => {
  const gone = await installation.addFile();
  let [added, isCopied] = ['', false];
  const storage = storeThat(async (key) => {
    // The first object is asked for before the database is copied, the new one after it.
    if (added === '') {
      added = 'soon';
      added = await installation.addFile();
    } else if (key === added && !isCopied) {
      isCopied = true;
      await installation.removeFile(added);
      await installation.removeFile(gone);
    }
  });
  const report = await backUp({ ...installation, storage }, target);
  expect(isCopied).toBe(true);
  expect(report.problems).toEqual([]);
  const { entries, header } = await manifestOf(report.snapshot);
  expect(header.database.rows['files']).toBe(5);
  expect((await Array.fromAsync(entries())).map(({ key }) => key)).not.toContain(added);
});

test('an object that the store lost, or that differs from its row, is named', async () => {
  const [lost, short] = [await installation.addFile(), await installation.addFile()];
  await installation.storage.delete([lost, short]);
  await installation.storage.write(
    short,
    (async function* () {
      yield Buffer.from('other');
    })(),
  );
  const { problems, objects, copied } = await backUp(installation, target);
  // The object that differs from its row is copied twice, and counts once.
  expect({ objects, copied }).toEqual({ objects: 18, copied: 18 });
  expect(problems.toSorted((a, b) => a.problem.localeCompare(b.problem))).toEqual([
    { key: lost, problem: 'missing' },
    { key: short, problem: 'size' },
  ]);
  for (const key of [lost, short]) await installation.removeFile(key);
});

/** Columns with this ending that name no object, or only one on its way. */
const OTHER_KEYS = [
  'users.folded_key',
  'users.name_key',
  'passkeys.public_key',
  'receipt_keys.public_key',
  'endpoints.public_key',
  'files.caption_key',
  'links.search_key',
  'users.username_key',
  'projects.name_key',
  'uploads.storage_key',
  // Objects of other rows, or ones that are about to be deleted: an archive lives for two days.
  'export_entries.storage_key',
];

test('every column of the schema that names an object is known', async () => {
  const reader = await openLiveDatabase(installation);
  const columns = columnsOf(await reader.read(IS_POSTGRES ? POSTGRES_COLUMNS : SQLITE_COLUMNS));
  await reader.close();
  const keys = [...columns].flatMap(([table, names]) =>
    [...names].filter((name) => name.endsWith('_key')).map((name) => `${table}.${name}`),
  );
  const named = NAMINGS.map(({ table, key }) => `${table}.${key}`);
  expect(keys.filter((key) => !OTHER_KEYS.includes(key)).toSorted()).toEqual(named.toSorted());
});
