import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary.ts';
import { makeFolderDurably, syncFolder } from './durable-folders.ts';

test('a folder is made with its parents, and may exist', async () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c');
  makeFolderDurably(folder);
  makeFolderDurably(folder);
  await syncFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test('a file in the place of a folder, and a folder that is gone, are errors', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolderDurably(join(folder, 'file'))).toThrow('EEXIST');
  expect(() => makeFolderDurably(join(folder, 'file', 'below'))).toThrow('ENOTDIR');
  await expect(syncFolder(join(folder, 'gone'))).rejects.toThrow('ENOENT');
});
