import { type FileHandle, open } from 'node:fs/promises';
import { type BlockHolder, releaseBlock } from '../bytes/block-pool.ts';
import { downloadBlocks, slowReaderBlocks } from '../bytes/transfer-blocks.ts';
import type { ByteRange } from './storage.ts';

const SLOW_MILLISECONDS = 250;
const QUICK_BYTES = 4 * 1024 * 1024;

type Reading = { block: Buffer; from: number; length: number; done: Promise<void> };

/**
 * Reads a range of a file, opened with the first chunk. A quick reader gets one block while the next is filled. A slow
 * one gets small blocks, one at a time, since its connection keeps each; a block read ahead for it is released and read
 * again.
 */
export async function* readBlocks(
  path: string,
  range: ByteRange,
  holder: BlockHolder,
): AsyncGenerator<Buffer, void> {
  const handle = await open(path);
  const reads = createReads(handle, range, holder);
  let timer: NodeJS.Timeout | undefined;
  let quickBytes = QUICK_BYTES;
  const noteSlow = () => {
    quickBytes = 0;
    reads.dropAhead();
  };
  try {
    for (;;) {
      const isQuick = quickBytes >= QUICK_BYTES;
      const bytes = await reads.next(isQuick);
      if (!bytes) return;
      if (isQuick) reads.beginAhead();
      timer = setTimeout(noteSlow, SLOW_MILLISECONDS);
      yield bytes;
      clearTimeout(timer);
      quickBytes += bytes.length;
    }
  } finally {
    clearTimeout(timer);
    await reads.end();
    await handle.close();
  }
}

function createReads(handle: FileHandle, { start, end }: ByteRange, holder: BlockHolder) {
  let position = start;
  let current: Buffer | undefined;
  let ahead: Reading | undefined;
  const dropped = new Set<Promise<void>>();

  const begin = (block: Buffer): Reading => {
    const from = position;
    const length = Math.min(block.length, end + 1 - from);
    position += length;
    return { block, from, length, done: readAll(handle, block, length, from) };
  };
  const releaseCurrent = () => {
    if (current) releaseBlock(current);
    current = undefined;
  };
  const dropAhead = () => {
    if (!ahead) return;
    const { block, from, done } = ahead;
    ahead = undefined;
    position = from;
    // The failure is reported when the same bytes are read again.
    const drop = done.catch(() => {}).then(() => releaseBlock(block));
    dropped.add(drop);
    void drop.then(() => dropped.delete(drop));
  };

  return {
    dropAhead,
    /** Releases the last chunk and resolves to the next one, undefined at the end. */
    async next(isQuick: boolean): Promise<Buffer | undefined> {
      releaseCurrent();
      if (!ahead && position > end) return undefined;
      const large = !ahead && isQuick ? downloadBlocks.tryAcquire(holder) : undefined;
      const reading = ahead ?? begin(large ?? (await slowReaderBlocks.acquire(holder)));
      ahead = undefined;
      current = reading.block;
      await reading.done;
      return reading.block.subarray(0, reading.length);
    },
    beginAhead(): void {
      const block = position <= end ? downloadBlocks.tryAcquire(holder) : undefined;
      if (!block) return;
      ahead = begin(block);
      // The failure is reported with this block; without a handler it would end the process first.
      ahead.done.catch(() => {});
    },
    async end(): Promise<void> {
      dropAhead();
      await Promise.all(dropped);
      releaseCurrent();
    },
  };
}

async function readAll(handle: FileHandle, block: Buffer, length: number, position: number): Promise<void> {
  for (let read = 0; read < length;) {
    const { bytesRead } = await handle.read(block, read, length - read, position + read);
    if (bytesRead === 0) throw new Error('A file became shorter while it was read');
    read += bytesRead;
  }
}
