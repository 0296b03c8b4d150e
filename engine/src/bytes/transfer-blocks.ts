import { createBlockPool } from './block-pool.ts';

const KIB = 1024;

/**
 * Blocks of uploads. All pools together hold at most 128 MiB; each kind of transfer has its own, to wait for no other.
 */
export const uploadBlocks = createBlockPool({ blockBytes: 512 * KIB, count: 96 });

/** The first bytes of an upload go here, and all of a small one. */
export const firstBytesBlocks = createBlockPool({ blockBytes: 64 * KIB, count: 128 });

/** Blocks for fast readers. A request never waits for one: if none is free, it uses a block for slow readers. */
export const downloadBlocks = createBlockPool({ blockBytes: 256 * KIB, count: 128 });

/** Blocks for slow readers, one each: a connection keeps its block until the reader takes it. */
export const slowReaderBlocks = createBlockPool({ blockBytes: 64 * KIB, count: 448 });

/** Blocks of small files and ranges until their answer is sent; new memory is allocated if none is free. */
export const smallReadBlocks = createBlockPool({ blockBytes: 64 * KIB, count: 64 });

/** For reading parts of files that are sent to object storage, one block a request. */
export const storeBlocks = createBlockPool({ blockBytes: 256 * KIB, count: 32 });
