import { createBlockPool } from './block-pool.ts';

const KIB = 1024;

/**
 * All memory that the bytes of files pass through in blocks: 128 MiB at most, for any number of transfers. What has to
 * wait for a block never waits for another kind of transfer, because each kind has a pool of its own.
 *
 * In these a body is gathered: what is done once a block costs little beside its bytes at this size.
 */
export const uploadBlocks = createBlockPool({ blockBytes: 512 * KIB, count: 96 });

/** In these a body begins, and stays where so little comes that it never fills one. */
export const firstBytesBlocks = createBlockPool({ blockBytes: 64 * KIB, count: 128 });

/** For readers that keep pace. Nobody waits for one of these: where none is left the next ones are used. */
export const downloadBlocks = createBlockPool({ blockBytes: 256 * KIB, count: 128 });

/** For readers that do not keep pace, one each: a connection keeps what it was given until its reader takes it. */
export const slowReaderBlocks = createBlockPool({ blockBytes: 64 * KIB, count: 512 });

/** In these parts of files are read on their way to object storage, one for each request to it. */
export const storeBlocks = createBlockPool({ blockBytes: 256 * KIB, count: 32 });
