import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { markOf } from '../backup/unfinished-restore.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { readInstallation } from '@vitrin/server/database/read-only/state.ts';
import { fillEveryTable } from '../testing/backup/filled-tables.ts';
import { connectTo } from '../testing/backup/installations.ts';
import { runServerProcess } from '../testing/backup/processes.ts';
import { temporaryInstallation } from '../testing/backup/shared-backup.ts';
import { addProject, allOf, moveTo, onDisk, onPostgres, SECRET, shut } from '../testing/moves.ts';

let old: Awaited<ReturnType<typeof temporaryInstallation>>;

beforeEach(async () => {
  old = await temporaryInstallation({ files: 6, isEmbedded: true, isOnDisk: true });
  await fillEveryTable(old.db);
});

test('every row and byte survives a move to PostgreSQL and a bucket, and back to SQLite and a disk', async () => {
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

test('a target with other data is refused, and nothing is changed', async () => {
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

test('the key is moved as a file if the new environment names none', async () => {
  const there = await onDisk();
  const { SECRET_KEY: _, ...environment } = there.environment;
  await moveTo(old, { ...there, environment });
  expect(readFileSync(join(there.dataDir, 'secret.key'), 'utf8')).toBe(`${SECRET}\n`);
  expect(readFileSync(join(there.dataDir, 'receipt-2.key'), 'utf8')).toBe(`${'b2'.repeat(32)}\n`);
});
