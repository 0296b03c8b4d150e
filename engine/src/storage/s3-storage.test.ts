import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { bufferOf } from '../bytes/byte-source.ts';
import { chunksOf } from '../testing/byte-chunks.ts';
import { temporaryFolder } from '../testing/temporary.ts';
import { temporaryBucket } from '../testing/temporary-bucket.ts';
import { createS3Storage } from './s3-storage.ts';
import { UnusableFolderError } from './spooled-parts.ts';
import { newStorageKey, StoreAwayError } from './storage.ts';

const MIB = 1024 * 1024;
const parts = temporaryFolder();
const s3 = await temporaryBucket();
const bucket = createS3Storage(s3.config, parts, { partBytes: MIB });

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

test('the s3 store resumes before a lost part, even if later ones arrived', async () => {
  const key = newStorageKey();
  const bytes = randomBytes(4 * MIB + 17);
  await bucket.begin(key, bytes.length);
  const reported: number[] = [];
  s3.pause(({ query }) => query['partNumber'] === '2');
  const onDurable = async (offset: number) => void reported.push(offset);
  const source = async function* () {
    yield* chunksOf(bytes.subarray(0, 3 * MIB + 5));
    await expect.poll(() => s3.partBytes(), { timeout: 10_000 }).toBe(2 * MIB);
  };
  await expect(bucket.append(key, 0, source(), onDurable)).rejects.toBeInstanceOf(StoreAwayError);
  s3.resume();
  expect(reported).toEqual([MIB]);

  // A part of another size replaces the lost one; the parts after it must follow without a gap.
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

test('the s3 store does not mistake the rest of a failed append for durable bytes', async () => {
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

test('an upload in pieces to the s3 store finishes while those of another tenant stall', async () => {
  const isOver = Promise.withResolvers<void>();
  const standsStill = async function* () {
    yield* chunksOf(randomBytes(MIB / 2));
    await isOver.promise;
  };
  const slow = Array.from({ length: 8 }, async () => {
    const key = newStorageKey();
    await bucket.begin(key, 2 * MIB);
    await bucket.append(key, 0, standsStill(), undefined, { tenant: 'slow' });
    return key;
  });
  await expect.poll(() => openFilesIn(parts), { timeout: 10_000 }).toBe(8);
  const key = newStorageKey();
  await bucket.begin(key, 2 * MIB);
  const piece = chunksOf(randomBytes(2 * MIB));
  expect(await bucket.append(key, 0, piece, undefined, { tenant: 'quick' })).toBe(2 * MIB);
  isOver.resolve();
  const kept = await Promise.all(slow);
  for (const one of kept) expect(await bucket.offset(one, MIB / 2)).toBe(MIB / 2);
  for (const one of [key, ...kept]) await bucket.abort(one);
});

test('the s3 store keeps no named file for pieces that arrive', async () => {
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

test('the s3 store refuses a folder for its parts that cannot be written to', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => createS3Storage(s3.config, join(file, 'parts'))).toThrow(UnusableFolderError);
  chmodSync(folder, 0o500);
  asAnybody(folder, () => {
    expect(() => createS3Storage(s3.config, folder)).toThrow(UnusableFolderError);
  });
});

test('the s3 store answers while many of its readers are stalled', async () => {
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

test('the s3 store drops the parts of an upload after its server died', async () => {
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

test('listing and deleting work beyond the thousand objects that a bucket returns at once', async () => {
  const store = createS3Storage((await temporaryBucket()).config, parts);
  const keys = Array.from({ length: 1001 }, newStorageKey);
  for (let start = 0; start < keys.length; start += 50)
    await Promise.all(
      keys.slice(start, start + 50).map((key) => store.write(key, chunksOf(Buffer.from(key)))),
    );
  const listed = async () => (await Array.fromAsync(store.list())).map(({ key }) => key);
  expect((await listed()).toSorted()).toEqual(keys.toSorted());
  await store.delete(keys);
  expect(await listed()).toEqual([]);
});
