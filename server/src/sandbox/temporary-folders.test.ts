import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/temporary.ts';
import { listTemporaryFolders, removeForgottenFolders, withTemporaryFolder } from './temporary-folders.ts';

/** Has these tests work in a folder of their own, since others use the system's at the same time. */
function inFolderOfItsOwn(): string {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(tmpdir()).toBe(folder);
  return folder;
}

test('a temporary folder is gone with the work in it, also with work that failed', async () => {
  const root = inFolderOfItsOwn();
  const seen: string[] = [];
  const work = async (folder: string) => {
    seen.push(folder);
    writeFileSync(join(folder, 'bytes'), 'x');
    expect(await listTemporaryFolders()).toEqual([folder]);
  };
  await withTemporaryFolder(work);
  await expect(
    withTemporaryFolder(async (folder) => {
      await work(folder);
      throw new Error('it failed');
    }),
  ).rejects.toThrow('it failed');
  expect(new Set(seen).size).toBe(2);
  expect(readdirSync(root)).toEqual([]);
});

test('folders that a killed process left go after two days, and nothing else does', async () => {
  const root = inFolderOfItsOwn();
  const now = Date.now();
  const at = (name: string, hours: number) => {
    mkdirSync(join(root, name, 'deep'), { recursive: true });
    writeFileSync(join(root, name, 'deep', 'bytes'), 'x');
    utimesSync(join(root, name), new Date(now), new Date(now - hours * 3_600_000));
    return join(root, name);
  };
  const [forgotten, used, foreign] = [at('vitrin-work-a', 49), at('vitrin-work-b', 47), at('other', 1000)];
  expect(await removeForgottenFolders(new Date(now))).toBe(1);
  expect([forgotten, used, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
