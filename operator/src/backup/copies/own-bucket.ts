import type { S3Config } from '@vitrin/engine/storage/s3-config.ts';
import { bucketOf, isBucket } from '@vitrin/server/config/environment-values.ts';
import { BackupError } from '../errors.ts';
import type { CopyAccess } from './access.ts';

/** The bucket of the installation's own files; undefined where they are on a disk. */
export type OwnBucket = { ownBucket?: S3Config | undefined };

/**
 * Throws BackupError for the bucket of the installation's own files: there backups would be taken for objects that no row
 * names, and a restore would find the store full.
 */
export function requireOtherBucket(given: string, { s3, ownBucket }: Partial<CopyAccess> & OwnBucket): void {
  if (!isBucket(given) || !ownBucket) return;
  if (bucketOf(given).bucket === ownBucket.bucket && s3?.endpoint === ownBucket.endpoint)
    throw new BackupError(`${given} is in the bucket of the installation's own files: name another bucket.`);
}
