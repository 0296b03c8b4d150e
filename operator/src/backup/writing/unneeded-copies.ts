import { BackupError } from '../errors.ts';
import { readManifest } from '../manifest.ts';
import { type Copy, listSnapshots } from '../reading/backups.ts';
import type { Target } from './target.ts';

/**
 * Removes the copies of objects that no remaining snapshot refers to, so that data of a deleted account goes
 * with the last backup that had it. Removes nothing if any manifest is unreadable. Returns the number
 * removed. The caller holds the lock of the target.
 */
export async function removeUnneededCopies(target: Target): Promise<number> {
  const needed = new Set<string>();
  try {
    for (const snapshot of await listSnapshots(target)) {
      const { entries } = await readManifest(target, snapshot);
      for await (const { key, sha256 } of entries()) needed.add(target.copyPath(key, sha256));
    }
  } catch (error) {
    if (error instanceof BackupError) return 0;
    throw error;
  }
  const unneeded: Copy[] = [];
  for await (const copy of target.copies()) if (!needed.has(copy.path)) unneeded.push(copy);
  return target.removeCopies(unneeded);
}
