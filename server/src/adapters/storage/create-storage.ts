import { join } from 'node:path';
import type { Places } from '../../config/config.ts';
import { ConfigError } from '../../errors.ts';
import { createDiskStorage } from '@vitrin/engine/storage/disk-storage.ts';
import { inOurWords } from './in-our-words.ts';
import type { S3Config } from '@vitrin/engine/storage/s3-config.ts';
import { UnusableFolderError } from '@vitrin/engine/storage/spooled-parts.ts';
import type { Storage } from '@vitrin/engine/storage/storage.ts';

/**
 * Object storage when a bucket is configured, else the disk. A process that shares DATA_DIR with others of this server has
 * a folder of its own for what waits to be sent (`parts`), which is emptied at the start. Its errors are those of errors.ts.
 */
export async function createStorage(
  { s3, dataDir }: Pick<Places, 's3' | 'dataDir'>,
  parts = 'parts',
): Promise<Storage> {
  return s3
    ? openBucket(s3, join(dataDir, parts))
    : inOurWords(await createDiskStorage(join(dataDir, 'files')));
}

/**
 * Opens a bucket that stages its uploads in `folder`; `listPrefix` is the beginning of the keys that are listed. Throws
 * ConfigError where the folder cannot be used.
 */
export async function openBucket(
  s3: S3Config,
  folder: string,
  { listPrefix }: { listPrefix?: string } = {},
): Promise<Storage> {
  // The S3 client is large: only an installation that uses it holds it in memory.
  const { createS3Storage } = await import('@vitrin/engine/storage/s3-storage.ts');
  try {
    return inOurWords(createS3Storage(s3, folder, { ...(listPrefix !== undefined && { listPrefix }) }));
  } catch (error) {
    if (!(error instanceof UnusableFolderError)) throw error;
    throw new ConfigError(
      `Uploads to object storage wait in DATA_DIR, which cannot be written to: ${error.message}.`,
    );
  }
}
