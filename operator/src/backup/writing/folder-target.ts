import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { addToErasedList, ERASED_LIST } from '@vitrin/server/adapters/erased-list/erased-list.ts';
import { makeFolderDurably, syncFolder } from '@vitrin/engine/disk/durable-folders.ts';
import { type FileStore, folderStore } from '../copies/file-stores.ts';
import { writeAside, writeSmallFile } from '../durable-files.ts';
import { BackupError } from '../errors.ts';
import { backupsIn, MARK, MARK_TEXT } from '../reading/backups.ts';
import { isEncrypted } from '../copies/marks.ts';
import { isOfEarlierRelease, sayEarlier } from '../reading/open-to-read.ts';
import type { Target } from './target.ts';

const LOCK = 'lock.sqlite';

/**
 * Opens a folder to add a snapshot, and makes it where there is none. Throws BackupError for a folder that holds something
 * else, or that another backup is writing to.
 */
export async function openFolderTarget(given: string): Promise<Target> {
  const root = resolve(given);
  const store = folderStore(root);
  if (!(await store.has(MARK))) await requireEmpty(store);
  if (await isEncrypted(store))
    throw new BackupError(`${root} holds encrypted copies of backups: name another folder for backups.`);
  const unlock = store.lock();
  try {
    return await prepareFolder(store, root, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Marks a new folder, and removes what a killed backup left half written. */
async function prepareFolder(store: FileStore, root: string, unlock: () => void): Promise<Target> {
  if (!(await store.has(MARK))) await writeSmallFile(join(root, MARK), MARK_TEXT);
  const backups = backupsIn(store);
  const objects = join(root, 'objects');
  const temporary = join(objects, 'tmp');
  const snapshots = join(root, 'snapshots');
  const unfinished = join(root, '.unfinished');
  await rm(temporary, { recursive: true, force: true });
  for (const path of [temporary, snapshots]) makeFolderDurably(path);
  return {
    ...backups,
    unfinished,
    async addCopy({ key, open }) {
      const aside = join(temporary, key);
      const content = await writeAside(aside, await open());
      const path = join(root, backups.copyPath(key, content.sha256));
      await mkdir(dirname(path), { recursive: true });
      await rename(aside, path);
      return content;
    },
    async syncCopies() {
      await syncFolder(objects);
      for (const name of await readdir(objects)) await syncFolder(join(objects, name));
    },
    async addErased(accounts) {
      await addToErasedList(root, accounts);
      const list = join(root, ERASED_LIST);
      return existsSync(list) ? readFileSync(list) : undefined;
    },
    async publish(snapshot) {
      await rename(unfinished, join(snapshots, snapshot));
      await syncFolder(snapshots);
    },
    async removeCopies(unneeded) {
      for (const { path } of unneeded) await rm(join(root, path), { force: true });
      return unneeded.length;
    },
    close: async () => unlock(),
  };
}

async function requireEmpty(store: FileStore): Promise<void> {
  if (await isOfEarlierRelease(store)) throw new BackupError(sayEarlier(store.name));
  const others = (await store.names('')).filter((name) => !name.startsWith(LOCK) && !name.startsWith(MARK));
  if (others.length > 0)
    throw new BackupError(
      `${store.name} holds other things: name an empty folder, or one of earlier backups.`,
    );
}
