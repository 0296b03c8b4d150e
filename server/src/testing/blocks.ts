import { vi } from 'vitest';
import {
  downloadBlocks,
  firstBytesBlocks,
  slowReaderBlocks,
  storeBlocks,
  uploadBlocks,
} from '../bytes/transfer-blocks.ts';

const POOLS = [uploadBlocks, firstBytesBlocks, downloadBlocks, slowReaderBlocks, storeBlocks];

/** Blocks of all sizes that are in use. */
export function heldBlocks(): number {
  return POOLS.reduce((sum, pool) => sum + pool.counts().held, 0);
}

/** Transfers that wait for a block of any size. */
export function waitingForBlocks(): number {
  return POOLS.reduce((sum, pool) => sum + pool.counts().waiting, 0);
}

/** For the end of each test: fails unless every block comes back and nobody waits for one. */
export function untilBlocksAreBack(): Promise<void> {
  return vi.waitFor(() => {
    const [held, waiting] = [heldBlocks(), waitingForBlocks()];
    if (held > 0 || waiting > 0) throw new Error(`${held} blocks are in use, ${waiting} waited for`);
  }, 15_000);
}
