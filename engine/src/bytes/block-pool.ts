import { createSlots, type ReleaseSlot, type SlotHolder } from '../slots/fair-slots.ts';

/** Tenant that holds blocks. Waiting tenants are served in turns; a wait ends when the signal is aborted. */
export type BlockHolder = SlotHolder;

/** A fixed number of blocks of one size, made when first needed and reused until the process ends. */
export type BlockPool = {
  readonly blockBytes: number;
  /** Resolves to a free block with undefined content. Rejects with the signal's reason once that is aborted. */
  acquire: (holder: BlockHolder) => Promise<Buffer>;
  tryAcquire: (holder: BlockHolder) => Buffer | undefined;
  counts: () => { made: number; held: number; waiting: number };
};

type Claim = { holders: number; putBack: () => void };
const claims = new Map<Buffer['buffer'], Claim>();

export function isInBlock({ buffer }: Uint8Array): boolean {
  return claims.has(buffer);
}

/** Adds a holder to the block of these bytes: the block returns to its pool once every holder has released it. */
export function retainBlock({ buffer }: Uint8Array): void {
  claimOn(buffer).holders += 1;
}

/** Releases what acquire or retainBlock gave. The bytes must not be touched afterwards. */
export function releaseBlock({ buffer }: Uint8Array): void {
  const claim = claimOn(buffer);
  claim.holders -= 1;
  if (claim.holders > 0) return;
  claims.delete(buffer);
  claim.putBack();
}

function claimOn(buffer: Buffer['buffer']): Claim {
  const claim = claims.get(buffer);
  if (!claim) throw new Error('This block is not in use');
  return claim;
}

/**
 * Creates a pool of blocks in memory that threads share. No tenant holds more than half of them, and the last quarter
 * is for tenants without one. Blocks are never dropped, because shared memory is not freed in time.
 */
export function createBlockPool({ blockBytes, count }: { blockBytes: number; count: number }): BlockPool {
  const slots = createSlots({ count, each: Math.ceil(count / 2), reserve: Math.floor(count / 4) });
  const free: Buffer[] = [];
  let made = 0;

  const make = () => {
    made += 1;
    return Buffer.from(new SharedArrayBuffer(blockBytes));
  };
  const lend = (release: ReleaseSlot) => {
    const block = free.pop() ?? make();
    const putBack = () => {
      free.push(block);
      release();
    };
    claims.set(block.buffer, { holders: 1, putBack });
    return block;
  };

  return {
    blockBytes,
    acquire: async (holder) => lend(await slots.acquire(holder)),
    tryAcquire({ tenant }) {
      const release = slots.tryAcquire(tenant);
      return release && lend(release);
    },
    counts: () => ({ made, ...slots.counts() }),
  };
}
