import { join } from 'node:path';
import type { Locations } from '../../config/config.ts';
import { ConfigError } from '../../errors.ts';
import { createDiskStorage } from '@vitrin/engine/storage/disk-storage.ts';
import { inOurWords } from './in-our-words.ts';
import type { S3Config } from '@vitrin/engine/storage/s3-config.ts';
import { UnusableFolderError } from '@vitrin/engine/storage/spooled-parts.ts';
import type { Storage } from '@vitrin/engine/storage/storage.ts';

/** Opens the bucket, else the disk; processes that share DATA_DIR have their own folder of `parts`, emptied at the start. */
export async function createStorage(
  { s3, dataDir }: Pick<Locations, 's3' | 'dataDir'>,
  parts = 'parts',
): Promise<Storage> {
  return s3
    ? openBucket(s3, join(dataDir, parts))
    : inOurWords(await createDiskStorage(join(dataDir, 'files')));
}

/** Opens a bucket that stages uploads in `folder` and lists keys from `listPrefix`; ConfigError for an unusable folder. */
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
