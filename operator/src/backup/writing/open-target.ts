import { rm } from 'node:fs/promises';
import { isBucket } from '@vitrin/server/config/environment-values.ts';
import { openBucketTarget } from './bucket-target.ts';
import { openFolderTarget } from './folder-target.ts';
import type { Target, WriteAccess } from './target.ts';

/**
 * Opens a folder or `s3://BUCKET/PREFIX` to add a snapshot. Throws BackupError if it holds anything but
 * backups or cannot be written to.
 */
export async function openTarget(given: string, dataDir: string, access: WriteAccess): Promise<Target> {
  const target = isBucket(given)
    ? await openBucketTarget(given, dataDir, access)
    : await openFolderTarget(given);
  await rm(target.unfinished, { recursive: true, force: true });
  return target;
}
