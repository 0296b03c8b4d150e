import { resolve } from 'node:path';
import {
  type BackupFolder,
  contentIn,
  isEncrypted,
  listSnapshots,
  pathsOf,
  requireBackups,
  SUMS,
} from '../backup-folder.ts';
import { anotherKey, cipherFor, missingKey, readMarkIn } from './marks.ts';

/**
 * Opens a folder of backups to read from; an encrypted copy with the key that it was made with (specification 12.10).
 * Throws BackupError when it holds no backups, or is encrypted and the key is missing or another one.
 */
export async function openToRead(given: string, key?: string): Promise<BackupFolder> {
  const root = resolve(given);
  requireBackups(root);
  if (!isEncrypted(root)) return pathsOf(root);
  if (key === undefined) throw missingKey(root);
  const mark = (await readMarkIn(root)) ?? { isDamaged: true, keyName: undefined };
  const folder = pathsOf(root, cipherFor({ name: root }, mark, key));
  if (mark.isDamaged && !(await opensAny(folder))) throw anotherKey(root);
  return folder;
}

/** Without a mark, a key is the right one where it opens anything. */
async function opensAny(folder: BackupFolder): Promise<boolean> {
  for (const name of await listSnapshots(folder))
    if (await contentIn(folder, `snapshots/${name}/${SUMS}`)) return true;
  return false;
}
