import { join } from 'node:path';
import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';
import { MissingObjectError } from '@vitrin/engine/storage/storage.ts';
import { type BackupCipher, NotAuthenticError } from '../copies/cipher.ts';
import type { FileStore } from '../copies/file-stores.ts';
import { type Content, contentOf } from '../durable-files.ts';
import { BackupError } from '../errors.ts';

/** File that marks a folder or bucket as one of backups, and its entire content. */
export const MARK = 'VITRIN-BACKUP';
export const MARK_TEXT = 'Backups of Vitrin, form 1\n';
/** The file with the checksums of a snapshot's other files. */
export const SUMS = 'SHA256SUMS';

const SNAPSHOT = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const COPY = /^objects\/[0-9a-f]{2}\/([0-9a-f]{64})\.([0-9a-f]{64})$/;

/**
 * Backups in a folder or a bucket (specification 12.3), addressed by paths with `/`. Each object is a file
 * named by its storage key and its SHA-256, so a copy can be verified on its own. Encrypted backups use the
 * keyed SHA-256.
 */
export type Backups = ReturnType<typeof backupsIn>;

/** A copy of an object; `sha256` as its name has it, `size` in bytes of what it holds, -1 for what no file can be. */
export type Copy = { key: string; sha256: string; path: string; size: number; modified: Date };

/** Opens the paths and contents of backups; encrypted ones need their cipher. */
export function backupsIn(store: FileStore, cipher?: BackupCipher) {
  const { name, isFolder } = store;
  const opened = (size: number) => (cipher ? (cipher.openedSize(size) ?? -1) : size);
  return {
    name,
    isFolder,
    cipher,
    store,
    copyPath: (key: string, sha256: string) =>
      `objects/${key.slice(0, 2)}/${key}.${cipher?.sumOf(sha256) ?? sha256}`,
    /** Path by which another program can read the file; undefined in a bucket or if encrypted. */
    localPath: (path: string) => (isFolder && !cipher ? join(name, path) : undefined),
    /** The bytes of a file. Throws NotAuthenticError for an encrypted one that is damaged. */
    read(path: string): ByteSource {
      const source = store.read(path);
      return cipher ? cipher.open(sealedNameOf(path), source) : source;
    },
    /** Size in bytes of what a file holds; undefined when it is not there, -1 for what no file can be. */
    async size(path: string): Promise<number | undefined> {
      const size = await store.size(path);
      return size === undefined ? undefined : opened(size);
    },
    /** Every copy of an object. */
    async *copies(): AsyncGenerator<Copy, void> {
      for await (const { path, size, modified } of store.list('objects')) {
        const [, key = '', sha256 = ''] = COPY.exec(path) ?? [];
        if (key !== '') yield { key, sha256, path, size: opened(size), modified };
      }
    },
  };
}

/** An object is sealed under its key alone: its checksum is unknown until the whole object has been read. */
export function sealedNameOf(path: string): string {
  const parts = path.split('/');
  return parts[0] === 'objects' ? `objects/${parts[2]?.split('.')[0]}` : path;
}

/** The path of a file of a snapshot. */
export function pathIn(snapshot: string, file: string): string {
  return `snapshots/${snapshot}/${file}`;
}

/** True if reading failed because the file is missing, or is encrypted and damaged. */
export function isLost(error: unknown): boolean {
  return (
    (error as NodeJS.ErrnoException).code === 'ENOENT' ||
    error instanceof MissingObjectError ||
    error instanceof NotAuthenticError
  );
}

/** Size and checksum of a file; undefined if it is encrypted and damaged. */
export async function contentIn(backups: Backups, path: string): Promise<Content | undefined> {
  try {
    return await contentOf(backups.read(path));
  } catch (error) {
    if (error instanceof NotAuthenticError) return undefined;
    throw error;
  }
}

/**
 * The names of all whole snapshots, oldest first. One gets its name in a folder when it is whole, and in a bucket its list
 * of checksums comes last.
 */
export async function listSnapshots({
  store,
  isFolder,
}: Pick<Backups, 'store' | 'isFolder'>): Promise<string[]> {
  const names: string[] = [];
  if (isFolder) names.push(...(await store.names('snapshots')));
  else
    for await (const { path } of store.list('snapshots')) {
      const [, name = ''] = path.split('/');
      if (path === pathIn(name, SUMS)) names.push(name);
    }
  return names.filter((name) => SNAPSHOT.test(name)).toSorted();
}

/** The newest snapshot, or the newest that is not later than `at`. Throws BackupError when there is none. */
export async function chooseSnapshot(backups: Backups, at?: Date): Promise<string> {
  const names = await listSnapshots(backups);
  const name = names.findLast((name) => at === undefined || timeOfSnapshot(name) <= at);
  if (name !== undefined) return name;
  const [oldest] = names;
  throw new BackupError(
    oldest === undefined
      ? `There is no whole backup in ${backups.name}.`
      : `There is no backup of that time in ${backups.name}: the oldest is ${oldest}.`,
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
