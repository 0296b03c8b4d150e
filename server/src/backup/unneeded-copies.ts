import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupFolder, listCopies, listSnapshots } from './backup-folder.ts';
import { BackupError } from './errors.ts';
import { readManifest } from './manifest.ts';

/**
 * Removes the copies of objects that no snapshot counts on any more, after snapshots were removed: nothing of a deleted
 * account stays longer than the last backup that had it. Where a manifest cannot be read nothing is removed. Returns
 * how many. Call it with the folder locked.
 */
export async function removeUnneededCopies(folder: BackupFolder): Promise<number> {
  const needed = new Set<string>();
  try {
    for (const snapshot of await listSnapshots(folder)) {
      const { entries } = await readManifest(folder, snapshot);
      for await (const { key, sha256 } of entries()) needed.add(folder.copyPath(key, sha256));
    }
  } catch (error) {
    if (error instanceof BackupError) return 0;
    throw error;
  }
  let removed = 0;
  for await (const { path } of listCopies(folder)) {
    if (needed.has(path)) continue;
    await rm(join(folder.root, path), { force: true });
    removed += 1;
  }
  return removed;
}
