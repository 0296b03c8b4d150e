import { join } from 'node:path';
import type { Places } from '../../config.ts';
import { createDiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/**
 * Object storage when a bucket is configured, else the disk. A process that shares DATA_DIR with others of this server has
 * a folder of its own for what waits to be sent (`parts`), which is emptied at the start.
 */
export async function createStorage(
  { s3, dataDir }: Pick<Places, 's3' | 'dataDir'>,
  parts = 'parts',
): Promise<Storage> {
  if (!s3) return createDiskStorage(join(dataDir, 'files'));
  // The S3 client is large: only an installation that uses it holds it in memory.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3, join(dataDir, parts));
}
