import { randomBytes } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { downloadBlocks, slowReaderBlocks } from '../bytes/transfer-blocks.ts';
import { holdEveryBlock, untilBlocksAreBack } from '../testing/blocks.ts';
import { temporaryFolder } from '../testing/temporary.ts';
import { readBlocks } from './read-blocks.ts';

const LARGE = downloadBlocks.blockBytes;
const SMALL = slowReaderBlocks.blockBytes;
const folder = temporaryFolder();
const path = join(folder, 'file');
const bytes = randomBytes(40 * LARGE + 5);
writeFileSync(path, bytes);
const whole = { start: 0, end: bytes.length - 1 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await untilBlocksAreBack();
});

type Blocks = ReturnType<typeof readBlocks>;

/** Takes the next chunk and waits `milliseconds` before the next one is requested. */
async function take(blocks: Blocks, milliseconds = 0): Promise<Buffer> {
  const chunk = Buffer.from((await blocks.next()).value ?? []);
  vi.advanceTimersByTime(milliseconds);
  return chunk;
}

test.each([
  [0, 0],
  [0, LARGE - 1],
  [0, LARGE],
  [7, 3 * LARGE + 6],
  [0, bytes.length - 1],
])('gives the bytes from %i to %i', async (start, end) => {
  const chunks: Buffer[] = [];
  for await (const chunk of readBlocks(path, { start, end }, { tenant: 'a' }))
    chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks).equals(bytes.subarray(start, end + 1))).toBe(true);
});

test('a reader that keeps pace is read ahead for', async () => {
  const blocks = readBlocks(path, whole, { tenant: 'a' });
  expect((await take(blocks, 249)).length).toBe(LARGE);
  expect(downloadBlocks.counts().held).toBe(2);
  expect((await take(blocks, 249)).length).toBe(LARGE);
  await blocks.return();
});

test('a stalled reader keeps the bytes already read for it, and nothing else', async () => {
  const blocks = readBlocks(path, whole, { tenant: 'a' });
  await take(blocks, 250);
  await expect.poll(() => downloadBlocks.counts().held).toBe(1);
  expect((await take(blocks)).equals(bytes.subarray(LARGE, LARGE + SMALL))).toBe(true);
  expect([downloadBlocks.counts().held, slowReaderBlocks.counts().held]).toEqual([0, 1]);
  await blocks.return();
});

test('a reader that was slow gets large blocks again, and every byte once', async () => {
  const blocks = readBlocks(path, whole, { tenant: 'a' });
  const chunks = [await take(blocks), await take(blocks, 250)];
  for (let chunk = await take(blocks); chunk.length > 0; chunk = await take(blocks)) chunks.push(chunk);
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  const small = chunks.filter(({ length }) => length === SMALL).length;
  expect(small * SMALL).toBe(4 * 1024 * 1024 - LARGE);
});

test('a reader that stalls repeatedly always gets small blocks', async () => {
  const blocks = readBlocks(path, whole, { tenant: 'a' });
  await take(blocks, 250);
  for (let count = 0; count < 20; count += 1) expect((await take(blocks, 250)).length).toBe(SMALL);
  await blocks.return();
});

test('while all large blocks are in use, bytes are read into small ones', async () => {
  const release = holdEveryBlock(downloadBlocks);
  const chunks: Buffer[] = [];
  for await (const chunk of readBlocks(path, whole, { tenant: 'a' })) chunks.push(Buffer.from(chunk));
  expect(chunks[0]?.length).toBe(SMALL);
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  release();
});

test('a wait for a small block ends with its request', async () => {
  const releases = [holdEveryBlock(downloadBlocks), holdEveryBlock(slowReaderBlocks)];
  const request = new AbortController();
  const chunk = readBlocks(path, whole, { tenant: 'a', signal: request.signal }).next();
  await expect.poll(() => slowReaderBlocks.counts().waiting).toBe(1);
  request.abort(new Error('the reader has left'));
  await expect(chunk).rejects.toThrow('the reader has left');
  expect(slowReaderBlocks.counts().waiting).toBe(0);
  for (const release of releases) release();
});

test('a file that became shorter fails its reader and keeps no block', async () => {
  const shorter = join(folder, 'shorter');
  writeFileSync(shorter, bytes);
  truncateSync(shorter, 3 * LARGE);
  const chunks: number[] = [];
  const read = async () => {
    for await (const chunk of readBlocks(shorter, whole, { tenant: 'a' })) chunks.push(chunk.length);
  };
  await expect(read()).rejects.toThrow('became shorter');
  expect(chunks).toEqual([LARGE, LARGE, LARGE]);
});
