import type { CopyAccess } from '../copies/access.ts';
import { type FileStore, openFileStore } from '../copies/file-stores.ts';
import { anotherKey, cipherFor, isEncrypted, missingKey, readMark } from '../copies/marks.ts';
import { BackupError } from '../errors.ts';
import { type Backups, backupsIn, contentIn, listSnapshots, MARK, pathIn, SUMS } from './backups.ts';

/** Access for reading backups; empty for an unencrypted folder. */
export type ReadAccess = Partial<CopyAccess>;

/**
 * Opens backups in a folder or in `s3://BUCKET/PREFIX` to be read; encrypted ones with the key that they were made with
 * (specification 12.10). Throws BackupError when there are none, or they are encrypted and the key is missing or another one.
 */
export async function openToRead(given: string, access: ReadAccess = {}): Promise<Backups> {
  const store = await openFileStore(given, { s3: access.s3, folder: access.folder ?? '' });
  await requireBackups(store);
  if (!(await isEncrypted(store))) return backupsIn(store);
  if (access.key === undefined) throw missingKey(store.name);
  const mark = (await readMark(store)) ?? { isDamaged: true, form: undefined, keyName: undefined };
  const backups = backupsIn(store, await cipherFor(store, mark, access.key));
  if (mark.isDamaged && !(await opensAny(backups))) throw anotherKey(store.name);
  return backups;
}

/** Without a mark, a key is the right one where it opens anything. */
async function opensAny(backups: Backups): Promise<boolean> {
  for (const name of await listSnapshots(backups))
    if (await contentIn(backups, pathIn(name, SUMS))) return true;
  return false;
}

async function requireBackups(store: FileStore): Promise<void> {
  if ((await store.has(MARK)) || (await store.names('snapshots')).length > 0) return;
  throw new BackupError(
    (await isOfEarlierRelease(store)) ? sayEarlier(store.name) : `There are no backups in ${store.name}.`,
  );
}

/** Before there were snapshots, a backup was a copy of DATA_DIR as it stands. */
export async function isOfEarlierRelease(store: FileStore): Promise<boolean> {
  return store.isFolder && (await store.has('vitrin.sqlite'));
}

export function sayEarlier(name: string): string {
  return (
    `${name} holds a copy as earlier releases made it: name another folder for backups, and to restore that copy ` +
    'put its vitrin.sqlite, its secret.key and its files into an empty DATA_DIR.'
  );
}
