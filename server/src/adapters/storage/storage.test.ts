import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bufferOf } from '../../bytes/byte-source.ts';
import { ConfigError, UnavailableError } from '../../errors.ts';
import { type S3Server, startS3Server } from '../../../../test-kit/s3-server.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { MissingObjectError, newStorageKey, type Storage } from './storage.ts';

const MIB = 1024 * 1024;
const root = mkdtempSync(join(tmpdir(), 'vitrin-storage-'));
const parts = mkdtempSync(join(tmpdir(), 'vitrin-parts-'));
let s3: S3Server;
let disk: Storage;
let bucket: Storage;

beforeAll(async () => {
  s3 = await startS3Server();
  disk = await createDiskStorage(root);
  bucket = createS3Storage(s3.config, parts, { partBytes: MIB });
});
afterAll(async () => {
  await s3.stop();
  for (const folder of [root, parts]) rmSync(folder, { recursive: true, force: true });
});

/** Makes a chunk unusable once the next one is asked for, as with the bytes of a request. */
async function* chunksOf(bytes: Buffer, size = 100_000) {
  for (let start = 0; start < bytes.length; start += size) {
    const chunk = Buffer.from(bytes.subarray(start, start + size));
    yield chunk;
    chunk.fill(0);
  }
}

async function* failingAfter(bytes: Buffer) {
  yield* chunksOf(bytes);
  throw new Error('the connection broke');
}

/** Files of a folder that this process has open, with a name or without. */
function openFilesIn(folder: string): number {
  const open = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      // The descriptor that listed the folder is closed again.
      return [];
    }
  });
  return open.filter((path) => path.startsWith(folder)).length;
}

/** Runs without the rights of root, which may write anywhere. */
function asAnybody(folder: string, run: () => void): void {
  if (process.geteuid?.() !== 0) return run();
  const NOBODY = 65_534;
  chownSync(folder, NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    run();
  } finally {
    process.seteuid?.(0);
  }
}

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

  test('keeps nothing of a write whose source breaks', async () => {
    const key = newStorageKey();
    await expect(store().write(key, failingAfter(randomBytes(9 * MIB)))).rejects.toThrow(
      'the connection broke',
    );
    expect(await store().size(key)).toBeUndefined();
    expect(await store().offset(key, 0)).toBeUndefined();
  });

  test('says that an object is missing, or shorter than asked for', async () => {
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
    'goes on at most where all is called durable, at %i bytes, whatever is stored beyond',
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

  test('says on the way up to where all is durable', async () => {
    const key = newStorageKey();
    const length = 40 * MIB;
    await store().begin(key, length + 1);
    const told: number[] = [];
    const onDurable = async (offset: number) => void told.push(offset);
    expect(await store().append(key, 0, chunksOf(randomBytes(length), MIB), onDurable)).toBe(length);
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBeLessThanOrEqual(length);
    await store().abort(key);
  });

  test('fails an append whose durable offset could not be written down', async () => {
    const key = newStorageKey();
    await store().begin(key, 40 * MIB);
    const refused = new Error('the row is away');
    const append = store().append(key, 0, chunksOf(randomBytes(39 * MIB), MIB), () =>
      Promise.reject(refused),
    );
    await expect(append).rejects.toBe(refused);
    await store().abort(key);
  });

  test('lists what is stored, and nothing that is on its way', async () => {
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

test('the s3 store goes on before a part that was lost, though later ones arrived', async () => {
  const key = newStorageKey();
  const bytes = randomBytes(4 * MIB + 17);
  await bucket.begin(key, bytes.length);
  const told: number[] = [];
  s3.pause(({ query }) => query['partNumber'] === '2');
  const onDurable = async (offset: number) => void told.push(offset);
  const source = async function* () {
    yield* chunksOf(bytes.subarray(0, 3 * MIB + 5));
    await expect.poll(() => s3.partBytes(), { timeout: 10_000 }).toBe(2 * MIB);
  };
  await expect(bucket.append(key, 0, source(), onDurable)).rejects.toBeInstanceOf(UnavailableError);
  s3.resume();
  expect(told).toEqual([MIB]);

  // A part of another size in the place of the lost one: the ones behind it must follow without a gap.
  const offset = (await bucket.offset(key, MIB)) ?? -1;
  expect(offset).toBe(MIB);
  expect(await bucket.append(key, offset, chunksOf(bytes.subarray(MIB, 2 * MIB + 9)))).toBe(2 * MIB + 9);
  const next = (await bucket.offset(key, 2 * MIB + 9)) ?? -1;
  expect(next).toBe(2 * MIB + 9);
  expect(await bucket.append(key, next, chunksOf(bytes.subarray(next)))).toBe(bytes.length);
  await bucket.complete(key, bytes.length);
  const body = await bufferOf(await bucket.read(key, { start: 0, end: bytes.length - 1 }));
  expect(body.equals(bytes)).toBe(true);
});

test('the s3 store takes no rest of a failed append for the one that was called durable', async () => {
  const key = newStorageKey();
  const bytes = randomBytes(3 * MIB);
  const rest = 1000;
  await bucket.begin(key, bytes.length);
  let durable = await bucket.append(key, 0, chunksOf(bytes.subarray(0, MIB + rest)));
  const onDurable = async (offset: number) => {
    if (offset > MIB) throw new Error('the row is away');
    durable = offset;
  };
  // Fills a part with the rest of the last append, and leaves a rest of the same size behind it.
  const piece = bytes.subarray(MIB + rest, 2 * MIB + rest);
  await expect(bucket.append(key, MIB + rest, chunksOf(piece), onDurable)).rejects.toThrow('the row is away');
  expect(s3.partBytes()).toBe(2 * MIB);

  const offset = (await bucket.offset(key, durable)) ?? -1;
  await bucket.append(key, offset, chunksOf(bytes.subarray(offset)));
  await bucket.complete(key, bytes.length);
  const body = await bufferOf(await bucket.read(key, { start: 0, end: bytes.length - 1 }));
  expect(body.equals(bytes)).toBe(true);
});

test('an upload in pieces to the s3 store ends while those of somebody else stand still', async () => {
  const isOver = Promise.withResolvers<void>();
  const standsStill = async function* () {
    yield* chunksOf(randomBytes(MIB / 2));
    await isOver.promise;
  };
  const slow = Array.from({ length: 8 }, async () => {
    const key = newStorageKey();
    await bucket.begin(key, 2 * MIB);
    await bucket.append(key, 0, standsStill(), undefined, { person: 'slow' });
    return key;
  });
  await expect.poll(() => openFilesIn(parts), { timeout: 10_000 }).toBe(8);
  const key = newStorageKey();
  await bucket.begin(key, 2 * MIB);
  const piece = chunksOf(randomBytes(2 * MIB));
  expect(await bucket.append(key, 0, piece, undefined, { person: 'quick' })).toBe(2 * MIB);
  isOver.resolve();
  const kept = await Promise.all(slow);
  for (const one of kept) expect(await bucket.offset(one, MIB / 2)).toBe(MIB / 2);
  for (const one of [key, ...kept]) await bucket.abort(one);
});

test('the s3 store keeps no file with a name for what arrives in pieces', async () => {
  const key = newStorageKey();
  await bucket.begin(key, 3 * MIB);
  await bucket.append(key, 0, chunksOf(randomBytes(1000)));
  let seen: unknown;
  const source = async function* () {
    yield* chunksOf(randomBytes(MIB + MIB / 2));
    seen = { open: openFilesIn(parts), named: readdirSync(parts) };
  };
  await bucket.append(key, 1000, source());
  expect(seen).toEqual({ open: 1, named: [] });
  await bucket.abort(key);
});

test('the s3 store says in one sentence that the folder of its parts cannot be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrin-parts-'));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => createS3Storage(s3.config, join(file, 'parts'))).toThrow(ConfigError);
  chmodSync(folder, 0o500);
  asAnybody(folder, () => {
    expect(() => createS3Storage(s3.config, folder)).toThrow(/wait in DATA_DIR, which cannot be written to/);
  });
  rmSync(folder, { recursive: true });
});

test('the s3 store answers while many of its readers stand still', async () => {
  const key = newStorageKey();
  await bucket.write(key, chunksOf(randomBytes(8 * MIB)));
  const readers = await Promise.all(
    Array.from({ length: 80 }, () => bucket.read(key, { start: 0, end: 8 * MIB - 1 })),
  );
  expect(await bucket.size(key)).toBe(8 * MIB);
  for (const reader of readers) if (reader instanceof Readable) reader.destroy();
});

test('the s3 store drops the finished parts of an upload in pieces', async () => {
  const key = newStorageKey();
  await bucket.begin(key, 9 * MIB);
  await bucket.append(key, 0, chunksOf(randomBytes(3 * MIB)));
  expect(s3.partBytes()).toBeGreaterThan(0);
  await bucket.abort(key);
  expect(s3.partBytes()).toBe(0);
});

test('the s3 store drops the parts of an upload whose server died', async () => {
  const key = newStorageKey();
  const silence = Promise.withResolvers<never>();
  const goesSilent = async function* () {
    yield* chunksOf(randomBytes(17 * MIB));
    await silence.promise;
  };
  const write = bucket.write(key, goesSilent());
  await expect.poll(() => s3.partBytes(), { timeout: 20_000 }).toBeGreaterThan(8 * MIB);
  await createS3Storage(s3.config, parts).abort(key);
  expect(s3.partBytes()).toBe(0);
  silence.reject(new Error('the end of the test'));
  await expect(write).rejects.toThrow('the end of the test');
});

test('the disk store puts no key on a path that is not one', async () => {
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

test('the disk store removes old temporary files that nobody knows', async () => {
  const [forgotten, known, fresh] = [newStorageKey(), newStorageKey(), newStorageKey()];
  for (const key of [forgotten, known, fresh]) await disk.begin(key, 1);
  for (const key of [forgotten, known]) utimesSync(join(root, 'tmp', key), 0, 0);
  const removed = await disk.removeTemporaryBefore(new Date(1000), async (key) => key === known);
  expect(removed).toEqual([forgotten]);
  expect(await disk.offset(known, 0)).toBe(0);
  expect(await disk.offset(fresh, 0)).toBe(0);
});

test('a store that is away is reported as such', async () => {
  const away = createS3Storage({ ...s3.config, endpoint: 'http://127.0.0.1:1' }, parts);
  await expect(away.size(newStorageKey())).rejects.toBeInstanceOf(UnavailableError);
  await expect(away.write(newStorageKey(), chunksOf(Buffer.from('x')))).rejects.toBeInstanceOf(
    UnavailableError,
  );
  await expect(away.read(newStorageKey(), { start: 0, end: 1 })).rejects.toBeInstanceOf(UnavailableError);
});

test('a store that is there can be checked, and one that is gone says so', async () => {
  const signal = new AbortController().signal;
  await expect(disk.check(signal)).resolves.toBeUndefined();
  await expect(bucket.check(signal)).resolves.toBeUndefined();
  const gone = mkdtempSync(join(tmpdir(), 'vitrin-storage-'));
  const goneDisk = await createDiskStorage(gone);
  rmSync(gone, { recursive: true });
  await expect(goneDisk.check(signal)).rejects.toThrow('ENOENT');
  const elsewhere = createS3Storage({ ...s3.config, bucket: 'no-such-bucket' }, parts);
  await expect(elsewhere.check(signal)).rejects.toBeInstanceOf(Error);
  s3.pause();
  await expect(bucket.check(signal)).rejects.toThrow(UnavailableError);
  s3.resume();
});
