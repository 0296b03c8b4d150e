import { createBlockPool } from './block-pool.ts';

const KIB = 1024;

/**
 * All blocks for the bytes of files: 128 MiB at most, for any number of transfers. Each kind of transfer has a pool of
 * its own, so that none waits for another kind. Upload blocks gather a body: at this size the work once a block costs
 * little beside its bytes.
 */
export const uploadBlocks = createBlockPool({ blockBytes: 512 * KIB, count: 96 });

/** The first bytes of an upload go here, and all of a small one. */
export const firstBytesBlocks = createBlockPool({ blockBytes: 64 * KIB, count: 128 });

/**
 * Blocks for fast readers. A request never waits for one: if none is free, it uses the blocks for slow
 * readers.
 */
export const downloadBlocks = createBlockPool({ blockBytes: 256 * KIB, count: 128 });

/** For slow readers, one block each: a connection keeps what it was given until its reader takes it. */
export const slowReaderBlocks = createBlockPool({ blockBytes: 64 * KIB, count: 448 });

/** For small files and ranges, until their answer has gone. Where none is left, memory is taken anew. */
export const smallReadBlocks = createBlockPool({ blockBytes: 64 * KIB, count: 64 });

/** For reading parts of files that are sent to object storage, one block a request. */
export const storeBlocks = createBlockPool({ blockBytes: 256 * KIB, count: 32 });
