import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import { temporaryInstallation } from '../../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { backUp } from '../back-up.ts';
import { chooseSnapshot } from '../reading/backups.ts';
import { openToRead } from '../reading/open-to-read.ts';

// A folder of backups has the same layout for both databases, so SQLite alone is enough.
const installation = await temporaryInstallation();
let backupFolder: string;
let target: string;

beforeEach(() => {
  backupFolder = temporaryFolder();
  target = join(backupFolder, 'backups');
});

test('a copy that is shorter than its row says is copied again', async () => {
  await backUp(installation, target);
  const [path = ''] = globSync('objects/??/*', { cwd: target }).filter(
    (path) => statSync(join(target, path)).size > 1000,
  );
  const bytes = readFileSync(join(target, path));
  writeFileSync(join(target, path), bytes.subarray(1));
  expect(await backUp(installation, target)).toMatchObject({ copied: 1, problems: [] });
  expect(readFileSync(join(target, path))).toEqual(bytes);
});

test('a folder with something else, or a copy of an earlier release, is refused in a sentence', async () => {
  writeFileSync(join(backupFolder, 'letter.txt'), '');
  await expect(backUp(installation, backupFolder)).rejects.toThrow(
    /holds other things: name an empty folder/,
  );
  writeFileSync(join(backupFolder, 'vitrin.sqlite'), '');
  await expect(backUp(installation, backupFolder)).rejects.toThrow(
    /as earlier releases made it: name another folder/,
  );
  await expect(openToRead(backupFolder)).rejects.toThrow(
    /put its vitrin\.sqlite, its secret\.key and its files/,
  );
  await expect(openToRead(join(backupFolder, 'nothing'))).rejects.toThrow(/There are no backups in/);
});

test('without an installation the refusal is a sentence', async () => {
  const elsewhere = { ...installation, dataDir: backupFolder };
  await expect(backUp(elsewhere, target)).rejects.toThrow(/There is no installation in .*: set DATA_DIR/);
  expect(existsSync(target)).toBe(false);
});

test('one backup at a time is written to a folder', async () => {
  let second: Promise<unknown> | undefined;
  const storage: Storage = {
    ...installation.storage,
    async size(key) {
      second ??= backUp(installation, target).catch((error: unknown) => error);
      await second;
      return installation.storage.size(key);
    },
  };
  await backUp({ ...installation, storage }, target);
  expect(String(await second)).toMatch(/Another backup is being written/);
});

test('the newest snapshot that is not later than a time is chosen', async () => {
  let hour = 17;
  const now = () => new Date(`2026-11-23T${hour++}:40:00Z`);
  for (let taken = 0; taken < 2; taken += 1) await backUp({ ...installation, now }, target);
  const folder = await openToRead(target);
  expect(await chooseSnapshot(folder)).toBe('2026-11-23T18-40-00Z');
  expect(await chooseSnapshot(folder, new Date('2026-11-23T18:39:59Z'))).toBe('2026-11-23T17-40-00Z');
  expect(await chooseSnapshot(folder, new Date('2026-11-23T18:40:00Z'))).toBe('2026-11-23T18-40-00Z');
  await expect(chooseSnapshot(folder, new Date('2026-11-23T17:00:00Z'))).rejects.toThrow(
    /the oldest is 2026-11-23T17-40-00Z/,
  );
});
