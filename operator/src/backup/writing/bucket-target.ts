import { mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';
import { lockFolder } from '@vitrin/server/database/data-dir-lock.ts';
import { type FileStore, openFileStore } from '../copies/file-stores.ts';
import { requireOtherBucket } from '../copies/own-bucket.ts';
import { cipherForNew } from '../copies/marks.ts';
import { type Content, contentOf, measured, readFileBytes } from '../durable-files.ts';
import { BackupError } from '../errors.ts';
import type { ManifestEntry } from '../manifest.ts';
import { type Backups, backupsIn, pathIn, sealedNameOf, SUMS } from '../reading/backups.ts';
import { addErased } from './erased-in-bucket.ts';
import type { NewCopy, Target, WriteAccess } from './target.ts';

/** Folder in DATA_DIR in which a snapshot is assembled, for one backup to a bucket at a time. */
const WORK_FOLDER = 'backup-unfinished';
/** Younger copies stay: a backup of another machine may be writing what no snapshot counts on yet. */
const UNTOUCHED_MILLISECONDS = 24 * 3600 * 1000;

/** An object is not what its row says. */
class OtherContentError extends Error {}

/**
 * Opens `s3://BUCKET/PREFIX` to add a snapshot; new backups are encrypted if BACKUP_KEY is set (specification
 * 12.3). Throws BackupError if the bucket is the one of the installation's own files, if the prefix holds
 * anything but backups, and while another backup of this DATA_DIR is running.
 */
export async function openBucketTarget(given: string, dataDir: string, access: WriteAccess): Promise<Target> {
  requireOtherBucket(given, access);
  const store = await openFileStore(given, {
    s3: access.s3,
    folder: access.folder ?? join(dataDir, 'parts'),
  });
  const work = join(dataDir, WORK_FOLDER);
  mkdirSync(work, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(work);
  if (!unlock) throw new BackupError(`Another backup of ${dataDir} is under way.`);
  try {
    const backups = backupsIn(store, await cipherForNew(store, access.key));
    await removeUnfinished(store);
    const unfinished = join(work, 'snapshot');
    return {
      ...backups,
      unfinished,
      addCopy: (copy) => addCopy(backups, copy),
      // Objects in a bucket are durable once the write has been answered.
      syncCopies: async () => {},
      addErased: (accounts) => addErased(store, accounts),
      publish: (snapshot, entries) => publish(backups, { snapshot, entries, unfinished }),
      async removeCopies(unneeded) {
        const old = unneeded.filter(isUntouched).map(({ path }) => path);
        await store.delete(old);
        return old.length;
      },
      async close() {
        await rm(unfinished, { recursive: true, force: true });
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const isUntouched = ({ modified }: { modified: Date }) =>
  Date.now() - modified.getTime() > UNTOUCHED_MILLISECONDS;

/** Removes files of snapshots that were not finished: a copy of the database is in them. */
async function removeUnfinished(store: FileStore): Promise<void> {
  const whole = new Set<string>();
  const files: { path: string; name: string }[] = [];
  for await (const file of store.list('snapshots')) {
    const [, name = '', inside] = file.path.split('/');
    if (inside === SUMS) whole.add(name);
    if (isUntouched(file)) files.push({ path: file.path, name });
  }
  await store.delete(files.filter(({ name }) => !whole.has(name)).map(({ path }) => path));
}

/**
 * The name of a copy contains its checksum, and a bucket needs the name first: an object with an unknown
 * checksum is read twice.
 */
async function addCopy(backups: Backups, { key, sha256, open }: NewCopy): Promise<Content> {
  const expected = sha256 ?? (await contentOf(await open())).sha256;
  const { bytes, content } = measured(await open());
  let found: Content | undefined;
  try {
    await write(backups, backups.copyPath(key, expected), bytes, () => {
      found = content();
      if (found.sha256 !== expected) throw new OtherContentError();
    });
  } catch (error) {
    if (!(error instanceof OtherContentError) || sha256 === null) throw error;
    return addCopy(backups, { key, sha256: null, open });
  }
  return found ?? { size: 0, sha256: expected };
}

/** Writes a file, which does not stay where `check` throws. */
function write(
  { store, cipher }: Backups,
  path: string,
  source: ByteSource,
  check = () => {},
): Promise<void> {
  return store.write({
    path,
    source: cipher ? cipher.seal(sealedNameOf(path), source) : source,
    check: () => {
      check();
      return path;
    },
  });
}

/** The list of checksums comes last: without it a snapshot counts for nothing. */
async function publish(
  backups: Backups,
  {
    snapshot,
    entries,
    unfinished,
  }: { snapshot: string; entries: readonly ManifestEntry[]; unfinished: string },
): Promise<void> {
  const files = readdirSync(unfinished).filter((file) => file !== SUMS);
  for (const file of files) await send(file);
  // A backup of another machine may have removed what it took for unneeded.
  const there = new Map<string, number>();
  for await (const { path, size } of backups.copies()) there.set(path, size);
  const gone = entries.find(({ key, size, sha256 }) => there.get(backups.copyPath(key, sha256)) !== size);
  if (gone)
    throw new BackupError(
      `The copy of the object ${gone.key} went from ${backups.name} while the backup was taken: take another one.`,
    );
  await send(SUMS);

  function send(file: string): Promise<void> {
    return write(backups, pathIn(snapshot, file), readFileBytes(join(unfinished, file)));
  }
}
