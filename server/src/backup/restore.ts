import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Storage } from '../adapters/storage/storage.ts';
import { bytesOf } from '../bytes/byte-source.ts';
import type { Places } from '../config.ts';
import { connectDatabase } from '../database/connect.ts';
import { lockFolder } from '../database/data-dir-lock.ts';
import { migrations } from '../database/migrate.ts';
import { readKnownInstallation } from '../database/read-only/state.ts';
import { forgetInstallation } from '../database/read-only/switch.ts';
import { makeFolderDurably } from '../disk/durable-folders.ts';
import { addToErasedList, ERASED_LIST, readErasedList } from '../adapters/erased-list/erased-list.ts';
import {
  type BackupFolder,
  chooseSnapshot,
  listSnapshots,
  openToRead,
  sizeInFolder,
} from './backup-folder.ts';
import { openLiveDatabase } from './database-copy.ts';
import { readFactsAndClose, sqlitePathOf } from './database-reader.ts';
import { contentOf, measured, readFileBytes, writeSmallFile } from './durable-files.ts';
import { BackupError } from './errors.ts';
import { forEach } from './for-each.ts';
import { KEY_FILE, type ManifestEntry, type ManifestHeader, readManifest } from './manifest.ts';
import { countProgress, type OnProgress } from './progress.ts';
import { hasDatabase, restoreDatabase } from './restore-database.ts';
import { markOf } from './unfinished-restore.ts';

type Target = Pick<Places, 'dataDir' | 'databaseUrl'> & { storage: Storage };

type RestoreReport = {
  snapshot: string;
  objects: number;
  bytes: number;
  /** Objects that an earlier run, which was stopped, had restored already. */
  kept: number;
  problems: ManifestHeader['problems'];
};

type RestoreOptions = {
  at?: Date | undefined;
  /** Another list of accounts that were deleted, such as that of the installation that is being replaced. */
  erased?: string | undefined;
  onProgress?: OnProgress;
};

/**
 * Restores a snapshot into an empty installation (specification 12.4): objects, then the key, the database last; then
 * all is compared again. Until that is done a mark keeps servers from starting, and the same call goes on where a
 * stopped one was. Throws BackupError where the installation is not empty, or the backup is damaged.
 */
export async function restore(
  target: Target,
  path: string,
  { at, erased, onProgress = () => {} }: RestoreOptions,
): Promise<RestoreReport> {
  const folder = openToRead(path);
  const snapshot = await chooseSnapshot(folder, at);
  const { header, entries } = await readManifest(folder.snapshotPath(snapshot));
  requireFit(header, target);
  makeFolderDurably(target.dataDir);
  const unlock = lockFolder(target.dataDir);
  if (!unlock) throw new BackupError(`DATA_DIR ${target.dataDir} is in use: stop the server first.`);
  try {
    const mark = markOf(target);
    const begun = await mark.find();
    if (begun === undefined) {
      await requireEmpty(target, header);
      await mark.set(snapshot);
    } else if (begun.startsWith('move ')) {
      throw new BackupError(
        'A move into this place has begun: finish it with npm run move, or empty the place.',
      );
    } else if (begun !== snapshot) {
      throw new BackupError(
        `A restore of the backup ${begun} has begun here: finish it with --at ${begun}, or begin with an empty database, an empty file store and an empty DATA_DIR.`,
      );
    }
    const list = await Array.fromAsync(entries());
    const isResumed = begun !== undefined;
    if (isResumed) await target.storage.removeTemporaryBefore(new Date(), async () => false);
    const kept = await restoreObjects({ storage: target.storage, folder, isResumed }, list, onProgress);
    await restoreKeys(target, folder, snapshot, header);
    await restoreDatabase(target, folder, snapshot, header);
    await compare(target, header, list, onProgress);
    for (const list of await erasedListsOf(folder, erased))
      await addToErasedList(target.dataDir, await readErasedList(list));
    await openRestored(target);
    await mark.remove();
    const { objects, bytes, problems } = header;
    return { snapshot, objects, bytes, kept, problems };
  } finally {
    unlock();
  }
}

/** Every list of deleted accounts: that of the folder, which copies of it lack, those of its snapshots, and a given one. */
async function erasedListsOf(folder: BackupFolder, given: string | undefined): Promise<string[]> {
  const snapshots = (await listSnapshots(folder)).map((name) => folder.snapshotPath(name));
  const lists = [folder.root, ...snapshots].map((path) => join(path, ERASED_LIST));
  return given === undefined ? lists : [...lists, given];
}

/** Throws BackupError where this release, or the kind of the database, cannot take the snapshot. */
function requireFit({ database }: ManifestHeader, { databaseUrl }: Target): void {
  const kind = databaseUrl === undefined ? 'sqlite' : 'postgres';
  if (database.kind !== kind)
    throw new BackupError(
      kind === 'sqlite'
        ? 'This is a backup of PostgreSQL: set DATABASE_URL to an empty database.'
        : 'This is a backup of SQLite: restore it without DATABASE_URL.',
    );
  if (database.migrations.some((name) => !Object.hasOwn(migrations, name)))
    throw new BackupError('This backup was made by a later release: restore it with that one.');
}

async function requireEmpty(target: Target, { keys }: ManifestHeader): Promise<void> {
  if (await hasDatabase(target))
    throw new BackupError(
      'There is a database here already: a backup is restored into an empty installation.',
    );
  for await (const { key } of target.storage.list())
    throw new BackupError(
      `The file store holds objects already, such as ${key}: a backup is restored into an empty installation.`,
    );
  for (const file of existsSync(target.dataDir) ? readdirSync(target.dataDir) : []) {
    if (!KEY_FILE.test(file)) continue;
    const path = join(target.dataDir, file);
    const { sha256 } = await contentOf(readFileBytes(path));
    if (!keys.some((key) => key.file === file && key.sha256 === sha256))
      throw new BackupError(`${path} is of another installation: a backup is restored into an empty one.`);
  }
}

type Copying = { storage: Storage; folder: BackupFolder; isResumed: boolean };

/** Returns how many objects were there already. */
async function restoreObjects(
  copying: Copying,
  entries: readonly ManifestEntry[],
  onProgress: OnProgress,
): Promise<number> {
  const count = countProgress(onProgress, 'Restoring', entries.length);
  let kept = 0;
  await forEach(entries, async (entry) => {
    if (copying.isResumed && (await isRestored(copying.storage, entry))) kept += 1;
    else await restoreObject(copying, entry);
    count(entry.size);
  });
  return kept;
}

async function isRestored(storage: Storage, { key, size, sha256 }: ManifestEntry): Promise<boolean> {
  if ((await storage.size(key)) !== size) return false;
  const content = await contentOf(bytesOf(await storage.read(key, { start: 0, end: size - 1 })));
  return content.sha256 === sha256;
}

async function restoreObject(
  { storage, folder, isResumed }: Copying,
  { key, size, sha256 }: ManifestEntry,
): Promise<void> {
  const path = folder.copyPath(key, sha256);
  if ((await sizeInFolder(folder, path)) === undefined)
    throw new BackupError(`${path} is not in ${folder.root}: restore another backup with --at.`);
  // What a stopped run left of it: parts in a bucket, which no later write would remove.
  if (isResumed) await storage.abort(key);
  const { bytes, content } = measured(readFileBytes(join(folder.root, path)));
  await storage.write(key, bytes);
  const copied = content();
  if (copied.size === size && copied.sha256 === sha256) return;
  await storage.delete([key]);
  throw new BackupError(`${join(folder.root, path)} is damaged: restore another backup with --at.`);
}

async function restoreKeys(
  { dataDir }: Target,
  folder: BackupFolder,
  snapshot: string,
  { keys }: ManifestHeader,
): Promise<void> {
  for (const { file, sha256 } of keys) {
    const path = join(folder.snapshotPath(snapshot), file);
    const key = readFileSync(path);
    if ((await contentOf(bytesOf(key))).sha256 !== sha256)
      throw new BackupError(`${path} is damaged: restore another backup with --at.`);
    await writeSmallFile(join(dataDir, file), key);
  }
}

/** A backup of an installation that was read only, or that moved later, is restored to be worked with. */
async function openRestored({ dataDir, databaseUrl }: Target): Promise<void> {
  const db = connectDatabase(
    databaseUrl === undefined ? { sqlitePath: sqlitePathOf(dataDir) } : { databaseUrl },
  );
  try {
    if (await readKnownInstallation(db)) await forgetInstallation(db);
  } finally {
    await db.destroy();
  }
}

/** Compares rows with the manifest, and what the rows name with what the store holds, both ways. */
async function compare(
  target: Target,
  { database, problems }: ManifestHeader,
  entries: readonly ManifestEntry[],
  onProgress: OnProgress,
): Promise<void> {
  const facts = await readFactsAndClose(await openLiveDatabase(target));
  for (const [table, count] of Object.entries(database.rows))
    if (facts.rows[table] !== count)
      throw new BackupError(`The table ${table} has ${facts.rows[table]} rows instead of ${count}.`);
  const stored = new Map<string, number>();
  const count = countProgress(onProgress, 'Comparing', entries.length);
  for await (const { key, size } of target.storage.list()) {
    stored.set(key, size);
    count(size);
  }
  const known = new Set(problems.map(({ key }) => key));
  for (const { key, size } of facts.objects)
    if (!known.has(key) && (size === null ? !stored.has(key) : stored.get(key) !== size))
      throw new BackupError(
        `The object ${key}, which a row names, is not in the file store as it should be.`,
      );
  const named = new Set(facts.objects.map(({ key }) => key));
  for (const key of stored.keys())
    if (!named.has(key)) throw new BackupError(`No row names the object ${key} in the file store.`);
}
