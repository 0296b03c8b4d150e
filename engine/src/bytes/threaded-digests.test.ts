import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBlockPool, releaseBlock } from './block-pool.ts';
import { startDigests } from './threaded-digests.ts';

const BLOCK_BYTES = 512 * 1024;
const pool = createBlockPool({ blockBytes: BLOCK_BYTES, count: 100 });
const acquireBlock = () => pool.acquire({ tenant: 'a' });
/** Sending this to the thread instead of bytes ends the thread. */
const notBytes = ({ buffer }: Buffer) => ({ buffer }) as unknown as Uint8Array;

const digestsOf = (bytes: Buffer) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  crc32: crc32(bytes),
});

test.each([0, 1, 1000, 64 * 1024 + 1, 3 * BLOCK_BYTES + 7])(
  'takes the digests of %i bytes, wherever they are',
  async (length) => {
    const bytes = randomBytes(length);
    const [announced, unannounced] = [startDigests(length), startDigests()];
    for (let start = 0; start < length; start += 50_001) {
      const piece = bytes.subarray(start, start + 50_001);
      await announced.update(piece);
      await unannounced.update(piece);
    }
    expect(await announced.end()).toEqual(digestsOf(bytes));
    expect(await unannounced.end()).toEqual(digestsOf(bytes));
  },
);

test('files that pass at the same time do not mix, in blocks that are used again', async () => {
  const files = Array.from({ length: 12 }, (_, index) => randomBytes(index * 100_000));
  const all = files.map(async (bytes) => {
    const digests = startDigests();
    for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
      const block = await acquireBlock();
      const length = bytes.copy(block, 0, start, start + BLOCK_BYTES);
      const isReady = digests.update(block.subarray(0, length));
      releaseBlock(block);
      const next = await acquireBlock();
      next.fill(0);
      releaseBlock(next);
      await isReady;
    }
    return digests.end();
  });
  expect(await Promise.all(all)).toEqual(files.map(digestsOf));
});

test('a block that was released is not used again before it was read', async () => {
  const digests = startDigests();
  const block = (await acquireBlock()).fill(1);
  const isReady = digests.update(block);
  releaseBlock(block);
  const others = [await acquireBlock(), await acquireBlock()];
  expect(others.map(({ buffer }) => buffer)).not.toContain(block.buffer);
  await isReady;
  expect(await digests.end()).toEqual(digestsOf(Buffer.alloc(BLOCK_BYTES, 1)));
  for (const other of others) releaseBlock(other);
  expect(pool.counts().held).toBe(0);
});

test('a file waits until its block before the last two was read', async () => {
  const digests = startDigests();
  const [first, second, third] = [await acquireBlock(), await acquireBlock(), await acquireBlock()];
  const isReady = [digests.update(first), digests.update(second)];
  releaseBlock(first);
  expect(pool.counts().held).toBe(3);
  await digests.update(third);
  expect(pool.counts().held).toBe(2);
  await Promise.all(isReady);
  await digests.end();
  for (const block of [second, third]) releaseBlock(block);
});

test('an abandoned file does not affect the others', async () => {
  const [left, kept] = [startDigests(), startDigests()];
  await Promise.all([left.update(randomBytes(100)), kept.update(Buffer.from('kept'))]);
  left.leave();
  expect(await kept.end()).toEqual(digestsOf(Buffer.from('kept')));
});

test('the thread receives nothing more about an abandoned file', async () => {
  const digests = startDigests();
  await digests.update(Buffer.from('before'));
  const sending = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => sending.mockRestore());
  digests.leave();
  await digests.update(Buffer.from('after'));
  expect(sending).toHaveBeenCalledTimes(1);
});

test('bytes that cannot be sent to the thread fail their file, and no other', async () => {
  const [first, second] = [startDigests(), startDigests()];
  await Promise.all([first.update(Buffer.from('before')), second.update(Buffer.from('be'))]);
  const sending = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(() => {
    throw new Error('cannot be sent');
  });
  await first.update(Buffer.from('lost'));
  sending.mockRestore();
  await second.update(Buffer.from('side'));
  const ends = await Promise.allSettled([first.end(), second.end()]);
  expect(ends).toMatchObject([
    { status: 'rejected', reason: { message: 'cannot be sent' } },
    { status: 'fulfilled', value: digestsOf(Buffer.from('beside')) },
  ]);
});

test('a thread that dies fails the files under way and keeps no block, and the next file gets a new thread', async () => {
  const [first, second] = [startDigests(), startDigests()];
  const block = await acquireBlock();
  await second.update(Buffer.from('before'));
  // The thread answers in order: once it has answered this one, no answer about the bytes before can be lost.
  await startDigests().end();
  await first.update(notBytes(block));
  releaseBlock(block);
  const ends = await Promise.allSettled([first.end(), second.end()]);
  expect(ends).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(pool.counts().held).toBe(0);
  for (let blocks = 0; blocks < 2; blocks += 1) await second.update(Buffer.from('after'));
  await expect(second.update(Buffer.from('after'))).rejects.toThrow('argument');
  const next = startDigests();
  await next.update(Buffer.from('new'));
  expect(await next.end()).toEqual(digestsOf(Buffer.from('new')));
});

test('one new thread replaces a dead one, however slowly that ends', async () => {
  const block = await acquireBlock();
  const die = async () => {
    const digests = startDigests();
    await digests.update(notBytes(block));
    await expect(digests.end()).rejects.toThrow('argument');
  };
  await die();
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on('worker', note);
  await startDigests().update(Buffer.from('dies next'));
  await die();
  await startDigests().update(Buffer.from('the next one'));
  // A thread that has ended has the id -1.
  await expect.poll(() => threads[0]?.threadId).toBe(-1);
  await startDigests().update(Buffer.from('the same one'));
  // Node emits `worker` a moment after the thread was created.
  await setImmediate();
  process.off('worker', note);
  expect(threads).toHaveLength(2);
  releaseBlock(block);
});
