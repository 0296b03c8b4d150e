import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { lockFolder } from '../database/data-dir-lock.ts';
import { makeFolderDurably, syncFolder } from '../disk/durable-folders.ts';
import type { ByteSource } from '../bytes/byte-source.ts';
import { type BackupCipher, MAGIC, NotAuthenticError } from './copies/encryption.ts';
import { type Content, contentOf, readFileBytes, writeAside, writeSmallFile } from './durable-files.ts';
import { BackupError } from './errors.ts';

/** The file by which a folder of backups is known, and all that it holds. */
export const MARK = 'VITRIN-BACKUP';
export const MARK_TEXT = 'Backups of Vitrin, form 1\n';
/** How the mark of an encrypted copy begins. */
export const ENCRYPTED_MARK_TEXT = 'Backups of Vitrin, form 2, encrypted';
/** The file with the checksums of a snapshot's other files. */
export const SUMS = 'SHA256SUMS';

const LOCK = 'lock.sqlite';
const UNFINISHED = '.unfinished';
const SNAPSHOT = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const COPY = /^([0-9a-f]{64})\.([0-9a-f]{64})$/;

/**
 * A folder of backups (specification 12.3). The bytes of each object are a file that is named by its key in the store
 * and by its SHA-256, so that each copy says by itself whether it is whole. Of an encrypted copy it is the keyed one.
 */
export type BackupFolder = ReturnType<typeof pathsOf>;

/** A copy of an object in the folder; `path` is relative to it, `sha256` as its name has it. */
export type Copy = { key: string; sha256: string; path: string };

/** Where everything in a folder is; an encrypted one is read with its cipher. */
export function pathsOf(root: string, cipher?: BackupCipher) {
  const objects = join(root, 'objects');
  return {
    root,
    cipher,
    objects,
    temporary: join(objects, 'tmp'),
    snapshots: join(root, 'snapshots'),
    unfinished: join(root, UNFINISHED),
    copyPath: (key: string, sha256: string) =>
      join('objects', key.slice(0, 2), `${key}.${cipher?.sumOf(sha256) ?? sha256}`),
    snapshotPath: (name: string) => join(root, 'snapshots', name),
    /** The bytes of a file, by its path in the folder. Throws NotAuthenticError for an encrypted one that is damaged. */
    read(path: string): ByteSource {
      const source = readFileBytes(join(root, path));
      return cipher ? cipher.open(sealedNameOf(path), source) : source;
    },
  };
}

/** An object is sealed under its key alone, because its sum is not known before it was read. */
function sealedNameOf(path: string): string {
  const parts = path.split(sep);
  return parts[0] === 'objects' ? `objects/${parts[2]?.split('.')[0]}` : parts.join('/');
}

/** What a file of the folder holds; undefined for an encrypted one that is damaged. */
export async function contentIn(folder: BackupFolder, path: string): Promise<Content | undefined> {
  try {
    return await contentOf(folder.read(path));
  } catch (error) {
    if (error instanceof NotAuthenticError) return undefined;
    throw error;
  }
}

/**
 * Opens a folder to add a snapshot, and makes it where there is none. Removes what a killed backup left half written.
 * Throws BackupError for a folder that holds something else, or that another backup is writing to.
 */
export async function openToWrite(given: string): Promise<BackupFolder & { unlock: () => void }> {
  const root = resolve(given);
  if (existsSync(root) && !existsSync(join(root, MARK))) await requireEmpty(root);
  if (isEncrypted(root))
    throw new BackupError(`${root} holds encrypted copies of backups: name another folder for backups.`);
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

/** Throws BackupError where a folder holds no backups. */
export function requireBackups(root: string): void {
  if (existsSync(join(root, MARK)) || existsSync(join(root, 'snapshots'))) return;
  throw new BackupError(isOfEarlierRelease(root) ? sayEarlier(root) : `There are no backups in ${root}.`);
}

/** Whether a folder is an encrypted copy: by its mark, else by how the checksums of its snapshots begin. */
export function isEncrypted(root: string): boolean {
  const mark = join(root, MARK);
  const text = existsSync(mark) ? readFileSync(mark, 'latin1') : '';
  if (text === MARK_TEXT || text.startsWith(ENCRYPTED_MARK_TEXT)) return text !== MARK_TEXT;
  const snapshots = join(root, 'snapshots');
  const names = existsSync(snapshots) ? readdirSync(snapshots) : [];
  return names.some((name) => beginsSealed(join(snapshots, name, SUMS)));
}

function beginsSealed(path: string): boolean {
  if (!existsSync(path)) return false;
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(MAGIC.length);
    readSync(file, head, 0, head.length, 0);
    return head.equals(MAGIC);
  } finally {
    closeSync(file);
  }
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

/** Size in bytes of what a file of the folder holds; undefined when it is not there, -1 for what no file can be. */
export async function sizeInFolder(
  { root, cipher }: BackupFolder,
  path: string,
): Promise<number | undefined> {
  try {
    const { size } = await stat(join(root, path));
    return cipher ? (cipher.openedSize(size) ?? -1) : size;
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
