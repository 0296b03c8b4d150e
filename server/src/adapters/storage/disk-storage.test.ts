import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';
import { newStorageKey } from './storage.ts';

const MEGABYTE = 1024 * 1024;

async function* megabytes(count: number, error?: Error) {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(MEGABYTE, index);
  if (error) throw error;
}

async function createStorage() {
  const root = await mkdtemp(join(tmpdir(), 'vitrin-disk-'));
  onTestFinished(() => rm(root, { recursive: true }));
  return { root, storage: await createDiskStorage(join(root, 'files')) };
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
  const { root, storage } = await createStorage();
  const failing = await failingOnce(method, join(root, 'any'));
  const key = newStorageKey();

  await expect(storage.write(key, megabytes(length))).rejects.toThrow('EIO');
  expect(failing).toHaveBeenCalled();
  expect(await storage.size(key)).toBeUndefined();
  expect(await readdir(join(root, 'files', 'tmp'))).toEqual([]);

  expect(await storage.write(key, megabytes(length))).toBe(length * MEGABYTE);
  expect(await storage.size(key)).toBe(length * MEGABYTE);
});

test.each([
  ['sync', 1, undefined],
  ['datasync', 40, undefined],
  ['datasync', 40, new Error('gone')],
] as const)(
  'after a %s of a piece of %i MB that fails once the upload begins anew',
  async (method, length, gone) => {
    const { root, storage } = await createStorage();
    const key = newStorageKey();
    await storage.begin(key, (length + 1) * MEGABYTE);
    expect(await storage.append(key, 0, megabytes(1))).toBe(MEGABYTE);
    const failing = await failingOnce(method, join(root, 'any'));

    await expect(storage.append(key, MEGABYTE, megabytes(length, gone))).rejects.toThrow(
      gone?.message ?? 'EIO',
    );
    expect(failing).toHaveBeenCalled();
    expect(await storage.offset(key)).toBe(0);

    expect(await storage.append(key, 0, megabytes(length + 1))).toBe((length + 1) * MEGABYTE);
    await storage.complete(key, (length + 1) * MEGABYTE);
    expect(await storage.size(key)).toBe((length + 1) * MEGABYTE);
  },
);

test('an upload whose last piece was written but never synced is synced before it is an object', async () => {
  const { root, storage } = await createStorage();
  const key = newStorageKey();
  await storage.begin(key, MEGABYTE);
  const stopped = new Error('stopped');
  await expect(storage.append(key, 0, megabytes(1, stopped))).rejects.toBe(stopped);
  expect(await storage.offset(key)).toBe(MEGABYTE);

  await failingOnce('sync', join(root, 'any'));
  await expect(storage.complete(key, MEGABYTE)).rejects.toThrow('EIO');
  expect(await storage.size(key)).toBeUndefined();
  expect(await storage.offset(key)).toBe(0);
});
