import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lockFolder } from '../database/data-dir-lock.ts';
import { makeFolderDurably, syncFolder } from '../disk/durable-folders.ts';
import type { ByteSource } from '../bytes/byte-source.ts';
import { type Content, writeAside, writeSmallFile } from './durable-files.ts';
import { BackupError } from './errors.ts';

/** The file by which a folder of backups is known, and all that it holds. */
export const MARK = 'VITRIN-BACKUP';
export const MARK_TEXT = 'Backups of Vitrin, form 1\n';

const LOCK = 'lock.sqlite';
const UNFINISHED = '.unfinished';
const SNAPSHOT = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const COPY = /^([0-9a-f]{64})\.([0-9a-f]{64})$/;

/**
 * A folder of backups (specification 12.3). The bytes of each object are a file that is named by its key in the store
 * and by its SHA-256, so that each copy says by itself whether it is whole.
 */
export type BackupFolder = ReturnType<typeof pathsOf>;

/** A copy of an object in the folder; `path` is relative to it. */
export type Copy = { key: string; sha256: string; path: string };

function pathsOf(root: string) {
  const objects = join(root, 'objects');
  return {
    root,
    objects,
    temporary: join(objects, 'tmp'),
    snapshots: join(root, 'snapshots'),
    unfinished: join(root, UNFINISHED),
    copyPath: (key: string, sha256: string) => join('objects', key.slice(0, 2), `${key}.${sha256}`),
    snapshotPath: (name: string) => join(root, 'snapshots', name),
  };
}

/**
 * Opens a folder to add a snapshot, and makes it where there is none. Removes what a killed backup left half written.
 * Throws BackupError for a folder that holds something else, or that another backup is writing to.
 */
export async function openToWrite(given: string): Promise<BackupFolder & { unlock: () => void }> {
  const root = resolve(given);
  if (existsSync(root) && !existsSync(join(root, MARK))) await requireEmpty(root);
  makeFolderDurably(root);
  const unlock = lockFolder(root);
  if (!unlock) throw new BackupError(`Another backup is being written to ${root}.`);
  if (!existsSync(join(root, MARK))) await writeSmallFile(join(root, MARK), MARK_TEXT);
  const folder = pathsOf(root);
  await rm(folder.temporary, { recursive: true, force: true });
  await rm(folder.unfinished, { recursive: true, force: true });
  for (const path of [folder.temporary, folder.snapshots]) makeFolderDurably(path);
  return { ...folder, unlock };
}

/** Opens a folder to read from. Throws BackupError when it holds no backups. */
export function openToRead(given: string): BackupFolder {
  const root = resolve(given);
  if (existsSync(join(root, MARK)) || existsSync(join(root, 'snapshots'))) return pathsOf(root);
  throw new BackupError(isOfEarlierRelease(root) ? sayEarlier(root) : `There are no backups in ${root}.`);
}

async function requireEmpty(root: string): Promise<void> {
  if (isOfEarlierRelease(root)) throw new BackupError(sayEarlier(root));
  const others = (await readdir(root)).filter((name) => !name.startsWith(LOCK) && !name.startsWith(MARK));
  if (others.length > 0)
    throw new BackupError(`${root} holds other things: name an empty folder, or one of earlier backups.`);
}

/** Before there were snapshots, a backup was a copy of DATA_DIR as it stands. */
function isOfEarlierRelease(root: string): boolean {
  return existsSync(join(root, 'vitrin.sqlite'));
}

function sayEarlier(root: string): string {
  return (
    `${root} holds a copy as earlier releases made it: name another folder for backups, and to restore that copy ` +
    'put its vitrin.sqlite, its secret.key and its files into an empty DATA_DIR.'
  );
}

/** The names of all whole snapshots, oldest first. */
export async function listSnapshots({ snapshots }: BackupFolder): Promise<string[]> {
  const names = existsSync(snapshots) ? await readdir(snapshots) : [];
  return names.filter((name) => SNAPSHOT.test(name)).toSorted();
}

/** The newest snapshot, or the newest that is not later than `at`. Throws BackupError when there is none. */
export async function chooseSnapshot(folder: BackupFolder, at?: Date): Promise<string> {
  const names = await listSnapshots(folder);
  const name = names.findLast((name) => at === undefined || timeOfSnapshot(name) <= at);
  if (name !== undefined) return name;
  const [oldest] = names;
  throw new BackupError(
    oldest === undefined
      ? `There is no whole backup in ${folder.root}.`
      : `There is no backup of that time in ${folder.root}: the oldest is ${oldest}.`,
  );
}

/** The name of the snapshot of a time, which is also fit for file systems without colons. */
export function snapshotNameOf(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** The moment that the name of a snapshot says. */
function timeOfSnapshot(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z'));
}

/** Every copy of an object in the folder. */
export async function* listCopies({ objects }: BackupFolder): AsyncGenerator<Copy, void> {
  if (!existsSync(objects)) return;
  for (const folder of (await readdir(objects)).filter((name) => name !== 'tmp')) {
    for (const name of await readdir(join(objects, folder))) {
      const [, key = '', sha256 = ''] = COPY.exec(name) ?? [];
      if (key !== '') yield { key, sha256, path: join('objects', folder, name) };
    }
  }
}

/** Size of a file of the folder in bytes; undefined when it is not there. */
export async function sizeInFolder({ root }: BackupFolder, path: string): Promise<number | undefined> {
  try {
    return (await stat(join(root, path))).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Copies the bytes of an object into the folder. Its name becomes durable with syncCopies. */
export async function addCopy(folder: BackupFolder, key: string, source: ByteSource): Promise<Content> {
  const aside = join(folder.temporary, key);
  const content = await writeAside(aside, source);
  const path = join(folder.root, folder.copyPath(key, content.sha256));
  await mkdir(join(path, '..'), { recursive: true });
  await rename(aside, path);
  return content;
}

/** Makes the names of all copies durable; called before a snapshot counts on them. */
export async function syncCopies({ objects }: BackupFolder): Promise<void> {
  await syncFolder(objects);
  for (const name of await readdir(objects)) await syncFolder(join(objects, name));
}
