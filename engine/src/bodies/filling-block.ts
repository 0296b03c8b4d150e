import { type BlockPool, releaseBlock } from '../bytes/block-pool.ts';
import { firstBytesBlocks, uploadBlocks } from '../bytes/transfer-blocks.ts';

/** Bytes of a block, which must not be used after `release`. */
export type FilledBlock = { bytes: Buffer; release: () => void };

/** Shared by all bodies: creating an error for each would cost a fortieth of a small upload. */
const ENDED = new Error('The body ended');

/** Block that collects a body, first a small one. `onAcquired` is called when a wait for a block ends. */
export function createFillingBlock(tenant: string, onAcquired: () => void) {
  const ended = new AbortController();
  const holder = { tenant, signal: ended.signal };
  let block: Buffer | undefined;
  let filled = 0;
  let isWaiting = false;

  const moveTo = (next: Buffer) => {
    if (block) {
      block.copy(next, 0, 0, filled);
      releaseBlock(block);
    }
    block = next;
  };
  const waitFor = async (pool: BlockPool) => {
    isWaiting = true;
    try {
      const next = await pool.acquire(holder);
      // The body may have ended between the block's acquisition and this line.
      if (ended.signal.aborted) releaseBlock(next);
      else moveTo(next);
    } catch (error) {
      if (error !== ended.signal.reason) throw error;
    } finally {
      isWaiting = false;
    }
    onAcquired();
  };
  const acquireFrom = (pool: BlockPool) => {
    const next = pool.tryAcquire(holder);
    if (next) moveTo(next);
    else void waitFor(pool);
  };

  return {
    /** Copies as many bytes as fit and returns their number: 0 while a block is awaited. */
    add(bytes: Buffer): number {
      if (isWaiting) return 0;
      if (!block) acquireFrom(bytes.length < firstBytesBlocks.blockBytes ? firstBytesBlocks : uploadBlocks);
      else if (filled === block.length) acquireFrom(uploadBlocks);
      if (!block) return 0;
      const copied = bytes.copy(block, filled);
      filled += copied;
      return copied;
    },
    isWaiting: () => isWaiting,
    isEmpty: () => filled === 0,
    isFull: () => filled === uploadBlocks.blockBytes,
    take(): FilledBlock | undefined {
      if (!block) return undefined;
      const taken = block;
      const bytes = taken.subarray(0, filled);
      block = undefined;
      filled = 0;
      return { bytes, release: () => releaseBlock(taken) };
    },
    end: () => ended.abort(ENDED),
  };
}
