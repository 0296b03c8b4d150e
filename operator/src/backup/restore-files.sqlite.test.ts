import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bufferOf, bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { connectTo } from '../testing/backup/installations.ts';
import { runBackupHere } from '../testing/backup/processes.ts';
import { temporaryInstallation } from '../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { backUp } from './back-up.ts';

const KEY = 'k'.repeat(64);

let installation: Awaited<ReturnType<typeof temporaryInstallation>>;
let backups: string;
let files: { id: number; name: string; key: string }[];

beforeEach(async () => {
  installation = await temporaryInstallation({ files: 6 });
  backups = temporaryFolder();
  await backUp(installation, backups);
  const db = connectTo(installation);
  files = await db.selectFrom('files').select(['id', 'name', 'storage_key as key']).orderBy('id').execute();
  await db.destroy();
});

const fileAt = (position: number) => {
  const file = files[position];
  if (!file) throw new Error(`There is no file ${position}`);
  return file;
};
const run = (...words: string[]) => runBackupHere(['restore-files', ...words], installation.environment);

async function bytesAt(key: string, size: number): Promise<Buffer> {
  return bufferOf(await installation.storage.read(key, { start: 0, end: size - 1 }));
}

async function contents(): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for await (const { key, size } of installation.storage.list()) {
    all[key] = (await bytesAt(key, size)).toString('base64');
  }
  return all;
}

/** Loses one file, cuts another, and flips a byte of a third. */
async function spoil(): Promise<void> {
  const { storage } = installation;
  await storage.delete([fileAt(0).key]);
  await storage.write(fileAt(1).key, bytesOf(Buffer.from('cut')));
  const { key } = fileAt(2);
  const bytes = Buffer.from(await bytesAt(key, (await storage.size(key)) ?? 0));
  bytes[7] = (bytes[7] ?? 0) ^ 1;
  await storage.write(key, bytesOf(bytes));
}

test('lost and truncated objects are restored, and with --compare flipped ones', async () => {
  const before = await contents();
  await spoil();
  expect(await run(backups)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ 2 of \S+ \S+ were put back\.\n$/),
  });
  const { [fileAt(2).key]: flipped, ...others } = await contents();
  expect(flipped).not.toBe(before[fileAt(2).key]);
  expect({ ...others, [fileAt(2).key]: before[fileAt(2).key] }).toEqual(before);
  expect(await run(backups, '--compare')).toMatchObject({ code: 0, out: expect.stringMatching(/ 1 of /) });
  expect(await contents()).toEqual(before);
  expect(await run(backups, '--compare')).toMatchObject({ code: 0, out: expect.stringMatching(/ 0 of /) });
});

test('a damaged copy is not used, an older intact one is, and objects missing from all backups are named', async () => {
  const before = await contents();
  await spoil();
  // Both the flipped and the right one are in the folder now, the flipped one newer.
  await backUp(installation, backups);
  expect(await run(backups, '--compare')).toMatchObject({ code: 0 });
  expect(await contents()).toEqual(before);
  const { id, name, key } = fileAt(3);
  await installation.storage.delete([key]);
  for (const copy of globSync(join(backups, 'objects', key.slice(0, 2), `${key}.*`))) rmSync(copy);
  const ended = await run(backups);
  expect(ended).toMatchObject({ code: 4 });
  expect(ended.out).toContain(
    `The object ${key} is missing, and whole in no backup: file ${id} (${name}).\n`,
  );
});

test('an encrypted copy puts files back as well, and its damaged copies are left out', async () => {
  const before = await contents();
  const sealed = join(backups, 'sealed');
  await runBackupHere(['copy-backup', backups, sealed], { ...installation.environment, BACKUP_KEY: KEY });
  await spoil();
  const words = ['restore-files', sealed, '--compare', '--json'];
  expect(await runBackupHere(words, installation.environment)).toMatchObject({
    code: 1,
    err: expect.stringContaining('set BACKUP_KEY'),
  });
  const ended = await runBackupHere(words, { ...installation.environment, BACKUP_KEY: KEY });
  expect(JSON.parse(ended.out)).toMatchObject({ restored: 3, still: [] });
  expect(await contents()).toEqual(before);
});

test('wrong words change nothing', async () => {
  await spoil();
  const before = await contents();
  expect(await run()).toMatchObject({ code: 2 });
  expect(await run(backups, '--at', '2026-11-23')).toMatchObject({ code: 2 });
  expect(await run(join(backups, 'nowhere'))).toMatchObject({ code: 1 });
  expect(await runBackupHere(['restore', backups, '--compare'], {})).toMatchObject({ code: 2 });
  expect(await contents()).toEqual(before);
});
