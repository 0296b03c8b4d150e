import { BackupError } from '../errors.ts';
import { readManifest } from '../manifest.ts';
import { type Copy, listSnapshots } from '../reading/backups.ts';
import type { Target } from './target.ts';

/**
 * Removes the copies of objects that no snapshot counts on any more, after snapshots were removed: nothing of a deleted
 * account stays longer than the last backup that had it. Where a manifest cannot be read nothing is removed. Returns
 * how many. Call it with the place locked.
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
