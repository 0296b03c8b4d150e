import type { Storage } from '@vitrin/engine/storage/storage.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { contentOf, measured } from '../durable-files.ts';
import { forEach } from '../for-each.ts';
import type { ManifestEntry } from '../manifest.ts';
import { countProgress, type OnProgress } from '../progress.ts';
import { type Backups, isLost } from '../reading/backups.ts';
import type { OnLost } from './lost-files.ts';

type Restoring = {
  storage: Storage;
  backups: Backups;
  /** True if an interrupted run may already have restored some objects. */
  isResumed: boolean;
  onLost: OnLost;
};

/** Puts all objects of a snapshot into the store but those that are lost; returns how many were there already. */
export async function restoreObjects(
  restoring: Restoring,
  entries: readonly ManifestEntry[],
  onProgress: OnProgress,
): Promise<number> {
  const count = countProgress(onProgress, 'Restoring', entries.length);
  let kept = 0;
  await forEach(entries, async (entry) => {
    if (restoring.isResumed && (await isRestored(restoring.storage, entry))) kept += 1;
    else await restoreObject(restoring, entry);
    count(entry.size);
  });
  return kept;
}

async function isRestored(storage: Storage, { key, size, sha256 }: ManifestEntry): Promise<boolean> {
  if ((await storage.size(key)) !== size) return false;
  const content = await contentOf(bytesOf(await storage.read(key, { start: 0, end: size - 1 })));
  return content.sha256 === sha256;
}

async function restoreObject(
  { storage, backups, isResumed, onLost }: Restoring,
  { key, size, sha256 }: ManifestEntry,
): Promise<void> {
  const file = backups.copyPath(key, sha256);
  if ((await backups.size(file)) === undefined) return onLost({ file, problem: 'missing', key });
  // An interrupted run may have left parts of this object in the bucket, which no later write removes.
  if (isResumed) await storage.abort(key);
  const { bytes, content } = measured(backups.read(file));
  try {
    await storage.write(key, bytes);
    const copied = content();
    if (copied.size === size && copied.sha256 === sha256) return;
    await storage.delete([key]);
  } catch (error) {
    if (!isLost(error)) throw error;
  }
  onLost({ file, problem: 'damaged', key });
}
