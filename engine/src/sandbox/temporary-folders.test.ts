import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/temporary.ts';
import { listTemporaryFolders, removeForgottenFolders, withTemporaryFolder } from './temporary-folders.ts';

/** Gives these tests a separate folder, since others use the system's at the same time. */
function inFolderOfItsOwn(): string {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(tmpdir()).toBe(folder);
  return folder;
}

test('a temporary folder is removed once its work is done, failed work included', async () => {
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

test('folders left by a killed process are removed after two days, and nothing else is', async () => {
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

/** Makes folders inside each other, until their path is longer than the system takes. */
function makeDeep(folder: string): void {
  const script = `
    const name = 'd'.repeat(200);
    for (let depth = 0; depth < 30; depth += 1) { fs.mkdirSync(name); process.chdir(name); }`;
  execFileSync(process.execPath, ['-e', script], { cwd: folder });
}

test('a forgotten folder that cannot be removed does not keep others from removal', async () => {
  const root = inFolderOfItsOwn();
  const now = new Date();
  const made = ['a', 'b', 'c'].map((name) => join(root, `vitrin-work-${name}`));
  for (const folder of made) mkdirSync(folder);
  const [, deep = ''] = made;
  makeDeep(deep);
  onTestFinished(() => void execFileSync('rm', ['-rf', deep]));
  const inThreeDays = new Date(now.getTime() + 72 * 3_600_000);
  await expect(removeForgottenFolders(inThreeDays)).rejects.toThrow('ENAMETOOLONG');
  expect(made.filter((folder) => existsSync(folder))).toEqual([deep]);
});

test('forgotten folders of another user of the machine stay', async () => {
  const root = inFolderOfItsOwn();
  const folder = join(root, 'vitrin-work-a');
  mkdirSync(folder);
  const inThreeDays = new Date(Date.now() + 72 * 3_600_000);
  const user = vi.spyOn(process, 'getuid').mockReturnValue(54_321);
  expect(await removeForgottenFolders(inThreeDays)).toBe(0);
  user.mockRestore();
  expect(await removeForgottenFolders(inThreeDays)).toBe(1);
});
