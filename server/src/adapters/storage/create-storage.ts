import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Object storage when a bucket is configured, else the disk. */
export async function createStorage({ s3, dataDir }: Config): Promise<Storage> {
  return s3 ? createS3Storage(s3) : createDiskStorage(join(dataDir, 'files'));
}
