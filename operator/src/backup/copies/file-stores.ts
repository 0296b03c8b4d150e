import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { openBucket } from '@vitrin/server/adapters/storage/create-storage.ts';
import { lockFolder } from '@vitrin/server/database/data-dir-lock.ts';
import { makeFolderDurably, syncFolder } from '@vitrin/engine/disk/durable-folders.ts';
import { bucketOf, isBucket } from '@vitrin/server/config/environment-values.ts';
import { readFileBytes, writeAside } from '../durable-files.ts';
import { BackupError } from '../errors.ts';
import type { CopyAccess } from './access.ts';

/** Half written files, which the next backup removes. */
const TEMPORARY = 'objects/tmp';
const INCOMPLETE = 'snapshots/.coming';

export type StoredFile = { path: string; size: number; modified: Date };

/** A file to be written. `check` is called once all of it was read, says where it belongs, and throws for a damaged one. */
export type NewFile = { path: string; source: ByteSource; check: () => string };

/** Storage for files of backups, by paths with `/`: a folder, or a prefix in a bucket. */
export type FileStore = {
  /** The folder or `s3://BUCKET/PREFIX`, as the owner wrote it. */
  name: string;
  isFolder: boolean;
  has: (path: string) => Promise<boolean>;
  /** Size in bytes; undefined when the file is not there. */
  size: (path: string) => Promise<number | undefined>;
  /** The names of files and folders that stand directly in a folder; none where it is not there. */
  names: (folder: string) => Promise<string[]>;
  list: (folder: string) => AsyncGenerator<StoredFile, void>;
  read: (path: string) => ByteSource;
  /** The file has its name once it is whole and durable; a damaged one leaves nothing. */
  write: (file: NewFile) => Promise<void>;
  delete: (paths: readonly string[]) => Promise<void>;
  /** Writes the files of a snapshot, which is valid once all are there; in a bucket the last file marks it as complete. */
  writeSnapshot: (name: string, files: AsyncIterable<NewFile>) => Promise<void>;
  /** Throws BackupError where others write to it. */
  lock: () => () => void;
};

/** Opens `s3://BUCKET/PREFIX`, or a folder. Throws BackupError for a bucket without keys. */
export async function openFileStore(
  given: string,
  access: Pick<CopyAccess, 's3' | 'folder'>,
): Promise<FileStore> {
  if (!isBucket(given)) return folderStore(resolve(given));
  const { bucket, prefix } = bucketOf(given);
  if (!access.s3)
    throw new BackupError(
      `For ${given} set BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY, or those of S3_BUCKET.`,
    );
  const start = prefix === '' ? '' : `${prefix}/`;
  const s3 = { ...access.s3, bucket, redirect: false };
  const storage = await openBucket(s3, access.folder);
  const write = async ({ path, source, check }: NewFile) => {
    await storage.write(`${start}${path}`, source);
    try {
      check();
    } catch (error) {
      await storage.delete([`${start}${path}`]);
      throw error;
    }
  };
  const list = async function* (folder: string): AsyncGenerator<StoredFile, void> {
    const listed = await openBucket(s3, access.folder, { listPrefix: `${start}${folder}` });
    for await (const { key, size, modified } of listed.list())
      yield { path: key.slice(start.length), size, modified };
  };
  return {
    name: given,
    isFolder: false,
    has: async (path) => (await storage.size(`${start}${path}`)) !== undefined,
    size: (path) => storage.size(`${start}${path}`),
    async names(folder) {
      const names = new Set<string>();
      for await (const { path } of list(folder === '' ? '' : `${folder}/`))
        names.add(path.slice(folder === '' ? 0 : folder.length + 1).split('/')[0] ?? '');
      return [...names];
    },
    list,
    async *read(path) {
      const size = (await storage.size(`${start}${path}`)) ?? 0;
      yield* bytesOf(await storage.read(`${start}${path}`, { start: 0, end: size - 1 }));
    },
    write,
    async delete(paths) {
      await storage.delete(paths.map((path) => `${start}${path}`));
    },
    async writeSnapshot(_, files) {
      for await (const file of files) await write(file);
    },
    lock: () => () => {},
  };
}

export function folderStore(root: string): FileStore {
  const at = (path: string) => join(root, path);
  const write = async ({ path, source, check }: NewFile, folder = '') => {
    const aside = at(`${TEMPORARY}/${path.replaceAll('/', '_')}`);
    await mkdir(dirname(aside), { recursive: true });
    await writeAside(aside, source);
    try {
      const target = at(folder === '' ? check() : `${folder}/${check().split('/').at(-1)}`);
      makeFolderDurably(dirname(target));
      await rename(aside, target);
      await syncFolder(dirname(target));
    } finally {
      await rm(aside, { force: true });
    }
  };
  return {
    name: root,
    isFolder: true,
    has: async (path) => existsSync(at(path)),
    async size(path) {
      try {
        return (await stat(at(path))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    names: async (folder) => (existsSync(at(folder)) ? readdir(at(folder)) : []),
    async *list(folder) {
      if (!existsSync(at(folder))) return;
      for (const entry of await readdir(at(folder), { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        const inside = path.slice(root.length + 1).replaceAll('\\', '/');
        if (!entry.isFile() || inside.startsWith(`${TEMPORARY}/`)) continue;
        const { size, mtime } = await stat(path);
        yield { path: inside, size, modified: mtime };
      }
    },
    read: (path) => readFileBytes(at(path)),
    write,
    async delete(paths) {
      for (const path of paths) await rm(at(path), { force: true });
    },
    async writeSnapshot(name, files) {
      await rm(at(INCOMPLETE), { recursive: true, force: true });
      makeFolderDurably(at(INCOMPLETE));
      try {
        for await (const file of files) await write(file, INCOMPLETE);
        await rename(at(INCOMPLETE), at(`snapshots/${name}`));
        await syncFolder(at('snapshots'));
      } finally {
        await rm(at(INCOMPLETE), { recursive: true, force: true });
      }
    },
    lock() {
      makeFolderDurably(root);
      const unlock = lockFolder(root);
      if (!unlock) throw new BackupError(`Another backup is being written to ${root}.`);
      return unlock;
    },
  };
}
