import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';
import { newStorageKey } from './storage.ts';

const MEGABYTE = 1024 * 1024;

async function* megabytes(count: number) {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(MEGABYTE, index);
}

/** What the system says once, about bytes it has taken and could not keep. */
async function failingOnce(method: 'sync' | 'datasync', path: string) {
  const handle = await open(path, 'w');
  const failing = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, method);
  failing.mockRejectedValueOnce(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
  onTestFinished(() => failing.mockRestore());
  await handle.close();
  return failing;
}

test.each([
  ['sync', 1],
  ['datasync', 40],
] as const)('a %s that fails once fails the upload, and leaves nothing', async (method, length) => {
  const root = await mkdtemp(join(tmpdir(), 'vitrin-disk-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const storage = await createDiskStorage(join(root, 'files'));
  const failing = await failingOnce(method, join(root, 'any'));
  const key = newStorageKey();

  await expect(storage.write(key, megabytes(length))).rejects.toThrow('EIO');
  expect(failing).toHaveBeenCalled();
  expect(await storage.size(key)).toBeUndefined();
  expect(await readdir(join(root, 'files', 'tmp'))).toEqual([]);

  expect(await storage.write(key, megabytes(length))).toBe(length * MEGABYTE);
  expect(await storage.size(key)).toBe(length * MEGABYTE);
});
