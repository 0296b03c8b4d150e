import { vi } from 'vitest';
import { releaseBlock } from '../bytes/block-pool.ts';
import {
  downloadBlocks,
  firstBytesBlocks,
  slowReaderBlocks,
  smallReadBlocks,
  storeBlocks,
  uploadBlocks,
} from '../bytes/transfer-blocks.ts';

const POOLS = [
  uploadBlocks,
  firstBytesBlocks,
  downloadBlocks,
  slowReaderBlocks,
  smallReadBlocks,
  storeBlocks,
];

/** Number of blocks in use, of all sizes. */
export function heldBlocks(): number {
  return POOLS.reduce((sum, pool) => sum + pool.counts().held, 0);
}

/** Number of transfers that wait for a block. */
export function waitingForBlocks(): number {
  return POOLS.reduce((sum, pool) => sum + pool.counts().waiting, 0);
}

/** Holds every block of a pool, each for another tenant, until the returned function is called. */
export function holdEveryBlock(pool: (typeof POOLS)[number]): () => void {
  const held: Buffer[] = [];
  const next = () => pool.tryAcquire({ tenant: `holder ${held.length}` });
  for (let block = next(); block; block = next()) held.push(block);
  return () => held.forEach(releaseBlock);
}

/** Fails unless every block is released and no caller waits for one. Call it at the end of a test or file. */
export function untilBlocksAreBack(): Promise<void> {
  return vi.waitFor(() => {
    const [held, waiting] = [heldBlocks(), waitingForBlocks()];
    if (held > 0 || waiting > 0) throw new Error(`${held} blocks are in use, ${waiting} waited for`);
  }, 15_000);
}
