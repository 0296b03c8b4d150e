import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bufferOf } from '../bytes/byte-source.ts';
import { chunksOf, failingAfter } from '../testing/byte-chunks.ts';
import { temporaryFolder } from '../testing/temporary.ts';
import { temporaryBucket } from '../testing/temporary-bucket.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { MissingObjectError, newStorageKey, StoreAwayError } from './storage.ts';

const MIB = 1024 * 1024;
const root = temporaryFolder();
const parts = temporaryFolder();
const s3 = await temporaryBucket();
const disk = await createDiskStorage(root);
const bucket = createS3Storage(s3.config, parts, { partBytes: MIB });

describe.each(['disk', 's3'])('the %s store', (name) => {
  const store = () => (name === 'disk' ? disk : bucket);

  test.each([0, 1, 300_000, 20 * MIB])('gives %i bytes back as they came', async (length) => {
    const key = newStorageKey();
    const bytes = randomBytes(length);
    expect(await store().write(key, chunksOf(bytes))).toBe(length);
    expect(await store().size(key)).toBe(length);
    const body = await bufferOf(await store().read(key, { start: 0, end: length - 1 }));
    expect(body.equals(bytes)).toBe(true);
  });

  test('reads any range', async () => {
    const key = newStorageKey();
    const bytes = randomBytes(700_000);
    await store().write(key, chunksOf(bytes));
    for (const [start, end] of [
      // Not [0, 0]: s3rver reads an end of 0 as "no end".
      [0, 1],
      [10, 99],
      [1, 699_999],
      [699_999, 699_999],
    ] as const) {
      const body = await bufferOf(await store().read(key, { start, end }));
      expect(body.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
  });

  test('keeps nothing of a write if its source fails', async () => {
    const key = newStorageKey();
    await expect(store().write(key, failingAfter(randomBytes(9 * MIB)))).rejects.toThrow(
      'the connection broke',
    );
    expect(await store().size(key)).toBeUndefined();
    expect(await store().offset(key, 0)).toBeUndefined();
  });

  test('reports that an object is missing, or shorter than requested', async () => {
    const key = newStorageKey();
    await expect(store().read(key, { start: 0, end: 9 })).rejects.toBeInstanceOf(MissingObjectError);
    await store().write(key, chunksOf(randomBytes(5)));
    await expect(store().read(key, { start: 0, end: 9 })).rejects.toBeInstanceOf(MissingObjectError);
    await expect(store().read(key, { start: 0, end: 999_999 })).rejects.toBeInstanceOf(MissingObjectError);
  });

  test('deletes objects, twice if need be', async () => {
    const keys = [newStorageKey(), newStorageKey()];
    for (const key of keys) await store().write(key, chunksOf(Buffer.from('x')));
    await store().delete(keys);
    await store().delete(keys);
    for (const key of keys) expect(await store().size(key)).toBeUndefined();
  });

  test.each([0, 1, 5 * MIB + 17])('takes %i bytes in pieces of any size', async (length) => {
    const key = newStorageKey();
    const bytes = randomBytes(length);
    await store().begin(key, length);
    expect(await store().offset(key, 0)).toBe(0);
    let offset = 0;
    for (const end of [1, 2, 300_000, 1_500_000, 1_500_001, 4_000_000, length]) {
      if (end > length || (end <= offset && length > 0)) continue;
      expect(await store().append(key, offset, chunksOf(bytes.subarray(offset, end)))).toBe(end);
      offset = end;
      expect(await store().offset(key, end)).toBe(end);
    }
    await store().complete(key, length);
    await store().complete(key, length);
    expect(await store().offset(key, length)).toBe(length);
    const body = await bufferOf(await store().read(key, { start: 0, end: length - 1 }));
    expect(body.equals(bytes)).toBe(true);
  });

  test.each([0, MIB, 1_500_000, 3 * MIB + 1])(
    'resumes no later than the durable offset, at %i bytes, whatever is stored beyond',
    async (durable) => {
      const key = newStorageKey();
      const bytes = randomBytes(5 * MIB + 17);
      await store().begin(key, bytes.length);
      await store().append(key, 0, chunksOf(randomBytes(4 * MIB + 5)));
      await store().append(key, 0, chunksOf(bytes.subarray(0, durable)));
      await store().append(key, durable, chunksOf(randomBytes(2 * MIB - 3)));

      const offset = (await store().offset(key, durable)) ?? -1;
      expect(offset).toBeLessThanOrEqual(durable);
      expect(offset).toBeGreaterThan(durable - MIB);
      expect(await store().append(key, offset, chunksOf(bytes.subarray(offset)))).toBe(bytes.length);
      await store().complete(key, bytes.length);
      const body = await bufferOf(await store().read(key, { start: 0, end: bytes.length - 1 }));
      expect(body.equals(bytes)).toBe(true);
    },
  );

  test('reports during an append up to which offset all is durable', async () => {
    const key = newStorageKey();
    const length = 40 * MIB;
    await store().begin(key, length + 1);
    const reported: number[] = [];
    const onDurable = async (offset: number) => void reported.push(offset);
    expect(await store().append(key, 0, chunksOf(randomBytes(length), MIB), onDurable)).toBe(length);
    expect(reported.length).toBeGreaterThan(0);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    expect(reported.at(-1)).toBeLessThanOrEqual(length);
    await store().abort(key);
  });

  test('fails an append if its durable offset could not be recorded', async () => {
    const key = newStorageKey();
    await store().begin(key, 40 * MIB);
    const refused = new Error('the row is away');
    const append = store().append(key, 0, chunksOf(randomBytes(39 * MIB), MIB), () =>
      Promise.reject(refused),
    );
    await expect(append).rejects.toBe(refused);
    await store().abort(key);
  });

  test('lists stored objects, and nothing that is still arriving', async () => {
    const [key, open] = [newStorageKey(), newStorageKey()];
    await store().write(key, chunksOf(randomBytes(700)));
    await store().begin(open, 10);
    const listed = await Array.fromAsync(store().list());
    expect(listed.find((object) => object.key === key)).toMatchObject({ size: 700 });
    expect(listed.find((object) => object.key === open)).toBeUndefined();
    expect(Date.now() - Number(listed[0]?.modified)).toBeLessThan(600_000);
    await store().abort(open);
  });

  test('drops what arrived in pieces', async () => {
    const key = newStorageKey();
    await store().begin(key, 10);
    await store().append(key, 0, chunksOf(Buffer.from('12345')));
    await store().abort(key);
    await store().abort(key);
    expect(await store().offset(key, 5)).toBeUndefined();
  });
});

test('the disk store rejects a key that is not a valid path', async () => {
  await expect(disk.size('../../etc/passwd')).rejects.toThrow('Not a storage key');
});

test('the disk store leaves no temporary file behind', async () => {
  const key = newStorageKey();
  await disk.write(key, chunksOf(Buffer.from('whole')));
  await disk.write(newStorageKey(), failingAfter(Buffer.from('half'))).catch(() => {});
  expect(readdirSync(join(root, 'tmp'))).toEqual([]);
  expect(existsSync(join(root, key.slice(0, 2), key))).toBe(true);
});

test('the disk store notices that an object was cut short behind its back', async () => {
  const key = newStorageKey();
  await disk.write(key, chunksOf(randomBytes(400_000)));
  truncateSync(join(root, key.slice(0, 2), key), 1000);
  await expect(disk.read(key, { start: 0, end: 399_999 })).rejects.toBeInstanceOf(MissingObjectError);
});

test('the disk store removes old temporary files without an owner', async () => {
  const [forgotten, referenced, fresh] = [newStorageKey(), newStorageKey(), newStorageKey()];
  for (const key of [forgotten, referenced, fresh]) await disk.begin(key, 1);
  for (const key of [forgotten, referenced]) utimesSync(join(root, 'tmp', key), 0, 0);
  const removed = await disk.removeTemporaryBefore(new Date(1000), async (key) => key === referenced);
  expect(removed).toEqual([forgotten]);
  expect(await disk.offset(referenced, 0)).toBe(0);
  expect(await disk.offset(fresh, 0)).toBe(0);
  for (const key of [referenced, fresh]) await disk.abort(key);
});

test('an unreachable store is reported as such', async () => {
  const away = createS3Storage({ ...s3.config, endpoint: 'http://127.0.0.1:1' }, parts);
  await expect(away.size(newStorageKey())).rejects.toBeInstanceOf(StoreAwayError);
  await expect(away.write(newStorageKey(), chunksOf(Buffer.from('x')))).rejects.toBeInstanceOf(
    StoreAwayError,
  );
  await expect(away.read(newStorageKey(), { start: 0, end: 1 })).rejects.toBeInstanceOf(StoreAwayError);
});

test('a reachable store passes its check, and a missing one fails it', async () => {
  const signal = new AbortController().signal;
  await expect(disk.check(signal)).resolves.toBeUndefined();
  await expect(bucket.check(signal)).resolves.toBeUndefined();
  const gone = temporaryFolder();
  const goneDisk = await createDiskStorage(gone);
  rmSync(gone, { recursive: true });
  await expect(goneDisk.check(signal)).rejects.toThrow('ENOENT');
  const elsewhere = createS3Storage({ ...s3.config, bucket: 'no-such-bucket' }, parts);
  await expect(elsewhere.check(signal)).rejects.toBeInstanceOf(Error);
  s3.pause();
  await expect(bucket.check(signal)).rejects.toThrow(StoreAwayError);
  s3.resume();
});
