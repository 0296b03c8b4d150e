import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isInBlock } from '../bytes/block-pool.ts';
import { smallReadBlocks } from '../bytes/transfer-blocks.ts';
import { createDiskStorage } from './disk-storage.ts';
import { newStorageKey, type OnDurable } from './storage.ts';

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

/** Makes the next sync fail, as the system does once for bytes it has accepted and could not write. */
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
    expect(await storage.offset(key, MEGABYTE)).toBe(0);

    expect(await storage.append(key, 0, megabytes(length + 1))).toBe((length + 1) * MEGABYTE);
    await storage.complete(key, (length + 1) * MEGABYTE);
    expect(await storage.size(key)).toBe((length + 1) * MEGABYTE);
  },
);

test('unsynced bytes are not reported as durable, and are removed before the next append', async () => {
  const { root, storage } = await createStorage();
  const key = newStorageKey();
  await storage.begin(key, 2 * MEGABYTE);
  const stopped = new Error('stopped');
  const reported = vi.fn<OnDurable>(async () => {});
  await expect(storage.append(key, 0, megabytes(2, stopped), reported)).rejects.toBe(stopped);
  expect(reported).not.toHaveBeenCalled();
  expect((await stat(join(root, 'files', 'tmp', key))).size).toBe(2 * MEGABYTE);
  expect(await storage.offset(key, 0)).toBe(0);

  expect(await storage.append(key, 0, megabytes(1), reported)).toBe(MEGABYTE);
  expect((await stat(join(root, 'files', 'tmp', key))).size).toBe(MEGABYTE);
});

test('an offset counts as durable only after a sync that began once its bytes were written', async () => {
  const { root, storage } = await createStorage();
  const key = newStorageKey();
  await storage.begin(key, 60 * MEGABYTE);
  const handle = await open(join(root, 'any'), 'w');
  await handle.close();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const datasync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'datasync');
  datasync.mockReturnValueOnce(isOver);
  onTestFinished(() => datasync.mockRestore());
  const reported: number[] = [];
  const source = async function* () {
    yield* megabytes(20);
    expect(datasync).toHaveBeenCalledTimes(1);
    expect(reported).toEqual([]);
    end();
    yield* megabytes(1);
    await expect.poll(() => reported).toEqual([16 * MEGABYTE]);
    yield* megabytes(20);
  };
  await storage.append(key, 0, source(), async (offset) => void reported.push(offset));
  expect(reported[0]).toBe(16 * MEGABYTE);
});

test('a file shorter than the offset to append at is not filled with zeros', async () => {
  const { storage } = await createStorage();
  const key = newStorageKey();
  await storage.begin(key, 10);
  await expect(storage.append(key, 5, megabytes(1))).rejects.toThrow('has 0 bytes and cannot go on at 5');
  expect(await storage.offset(key, 10)).toBe(0);
});

test('memory of a small read is reused once its reader has released it, and not before', async () => {
  const { storage } = await createStorage();
  const keys = [newStorageKey(), newStorageKey()] as const;
  const contents = keys.map((key) => Buffer.from(key));
  const range = { start: 0, end: 63 };
  for (const key of keys)
    await storage.write(
      key,
      (async function* () {
        yield Buffer.from(key);
      })(),
    );

  const readers = keys.map(() => new AbortController());
  const read = async (index: number, signal?: AbortSignal) =>
    (await storage.read(keys[index] ?? '', range, { tenant: 'user 1', ...(signal && { signal }) })) as Buffer;
  const [first, second] = [await read(0, readers[0]?.signal), await read(1, readers[1]?.signal)];
  expect([first, second]).toEqual(contents);
  expect(first.buffer).not.toBe(second.buffer);
  const { made, held } = smallReadBlocks.counts();
  expect(held).toBe(2);

  readers[0]?.abort();
  expect(smallReadBlocks.counts().held).toBe(1);
  const again = new AbortController();
  const third = await read(0, again.signal);
  expect(third.buffer).toBe(first.buffer);
  expect([third, second]).toEqual(contents);

  // A read without a signal, or with one that is aborted already, gets memory of its own.
  for (const own of [await read(0), await read(0, AbortSignal.abort())]) expect(isInBlock(own)).toBe(false);
  again.abort();
  readers[1]?.abort();
  expect(smallReadBlocks.counts()).toMatchObject({ held: 0, made });
  await expect(storage.read(newStorageKey(), range, { tenant: 'user 1' })).rejects.toThrow(
    'is not in the store',
  );
});
