import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import { bufferOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Locations } from '@vitrin/server/config/config.ts';
import { connectDatabase } from '@vitrin/server/database/connect.ts';
import { lockFolder } from '@vitrin/server/database/data-dir-lock.ts';
import { migrations } from '@vitrin/server/database/migrate.ts';
import { readInstallationIfAny } from '@vitrin/server/database/read-only/state.ts';
import { forgetInstallation } from '@vitrin/server/database/read-only/switch.ts';
import { makeFolderDurably } from '@vitrin/engine/disk/durable-folders.ts';
import { addToErasedList } from '@vitrin/server/adapters/erased-list/erased-list.ts';
import { openLiveDatabase } from './database-copy.ts';
import { readFacts, sqlitePathOf } from './database-reader.ts';
import { contentOf, readFileBytes, writeSmallFile } from './durable-files.ts';
import { BackupError } from './errors.ts';
import { hasSum, KEY_FILE, type ManifestEntry, type ManifestHeader, readManifest } from './manifest.ts';
import { countProgress, type OnProgress } from './progress.ts';
import { type Backups, chooseSnapshot, pathIn } from './reading/backups.ts';
import { openToRead, type ReadAccess } from './reading/open-to-read.ts';
import { damagedCopy, hasDatabase, restoreDatabase } from './restore-database.ts';
import { readErasedLists, refuseLostLists } from './restoring/erased-lists.ts';
import { type LostFile, nameLost, type OnLost, refuseLost } from './restoring/lost-files.ts';
import { restoreObjects } from './restoring/restore-objects.ts';
import { markOf } from './unfinished-restore.ts';

type Target = Pick<Locations, 'dataDir' | 'databaseUrl'> & { storage: Storage };

type RestoreReport = {
  snapshot: string;
  objects: number;
  bytes: number;
  /** Objects that an earlier run, which was stopped, had restored already. */
  kept: number;
  problems: ManifestHeader['problems'];
  /** Damaged and missing files of the backup, with what their rows say of them. */
  left_out: (LostFile & { of: string | null })[];
};

type RestoreOptions = {
  at?: Date | undefined;
  /** Another list of accounts that were deleted, such as that of the installation that is being replaced. */
  erased?: string | undefined;
  /** Access to a bucket, and the key of encrypted backups. */
  access?: ReadAccess;
  /** True to skip damaged or missing objects and keys instead of stopping. */
  leaveOutDamaged?: boolean;
  onProgress?: OnProgress;
};

/**
 * Restores a snapshot into an empty installation (specification 12.4): objects, then the key, the database last; then
 * all is compared again. Until that is done a mark keeps servers from starting, and the same call goes on where a
 * stopped one was. Throws BackupError where the installation is not empty, or the backup is damaged.
 */
export async function restore(
  { storage, ...locations }: Target,
  path: string,
  options: RestoreOptions,
): Promise<RestoreReport> {
  return restoreInto({ locations, openStorage: async () => storage }, path, options);
}

type Into = { locations: Omit<Target, 'storage'>; openStorage: () => Promise<Storage> };

/** Like restore; the file store is opened, and so made, only where the backup can be restored. */
export async function restoreInto(
  { locations, openStorage }: Into,
  path: string,
  { at, erased, access, leaveOutDamaged = false, onProgress = () => {} }: RestoreOptions,
): Promise<RestoreReport> {
  const backups = await openToRead(path, access);
  const snapshot = await chooseSnapshot(backups, at);
  const { header, entries } = await readManifest(backups, snapshot);
  requireFit(header, locations);
  // Nothing can be had without the database, so it is looked at before anything is copied.
  if (!(await hasSum(backups, snapshot, header.database)))
    throw damagedCopy(backups, pathIn(snapshot, header.database.file));
  const erasedLists = await readErasedLists(backups, erased);
  if (!leaveOutDamaged) refuseLostLists(backups, erasedLists.lost);
  const lost: LostFile[] = [...erasedLists.lost];
  const onLost: OnLost = leaveOutDamaged ? (file) => void lost.push(file) : refuseLost(backups);
  const { dataDir } = locations;
  const isNew = !existsSync(dataDir);
  makeFolderDurably(dataDir);
  const unlock = lockFolder(dataDir);
  if (!unlock) throw new BackupError(`DATA_DIR ${dataDir} is in use: stop the server first.`);
  let hasBegun = false;
  try {
    const mark = markOf(locations);
    const begun = await mark.find();
    if (begun === undefined && (await hasDatabase(locations)))
      throw new BackupError(
        'There is a database here already: a backup is restored into an empty installation.',
      );
    const target = { ...locations, storage: await openStorage() };
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
    hasBegun = true;
    const list = await Array.fromAsync(entries());
    const isResumed = begun !== undefined;
    if (isResumed) await target.storage.removeTemporaryBefore(new Date(), async () => false);
    const kept = await restoreObjects(
      { storage: target.storage, backups, isResumed, onLost },
      list,
      onProgress,
    );
    await restoreKeys(target, backups, { snapshot, header, onLost });
    await restoreDatabase(target, backups, snapshot, header);
    const names = await compare(target, header, { entries: list, lost, onProgress });
    for (const list of erasedLists.lists) await addToErasedList(dataDir, list);
    await openRestored(target);
    await mark.remove();
    const { objects, bytes, problems } = header;
    const left_out = lost
      .map((file) => ({ ...file, of: names.get(file.key ?? '') ?? null }))
      .toSorted((a, b) => (a.file < b.file ? -1 : 1));
    return { snapshot, objects, bytes, kept, problems, left_out };
  } finally {
    unlock();
    // A folder that was made a moment ago, and that nothing was restored into, is not left behind.
    if (isNew && !hasBegun) await rm(dataDir, { recursive: true, force: true });
  }
}

/** Throws BackupError where this release, or the kind of the database, cannot take the snapshot. */
function requireFit({ database }: ManifestHeader, { databaseUrl }: Into['locations']): void {
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

async function restoreKeys(
  { dataDir }: Target,
  backups: Backups,
  { snapshot, header: { keys }, onLost }: { snapshot: string; header: ManifestHeader; onLost: OnLost },
): Promise<void> {
  for (const { file, sha256 } of keys) {
    const path = pathIn(snapshot, file);
    if (!(await hasSum(backups, snapshot, { file, sha256 })))
      onLost({ file: path, problem: 'damaged', key: undefined });
    else await writeSmallFile(join(dataDir, file), await bufferOf(backups.read(path)));
  }
}

/** A backup of an installation that was read only, or that moved later, is restored to be worked with. */
async function openRestored({ dataDir, databaseUrl }: Target): Promise<void> {
  const db = connectDatabase(
    databaseUrl === undefined ? { sqlitePath: sqlitePathOf(dataDir) } : { databaseUrl },
  );
  try {
    if (await readInstallationIfAny(db)) await forgetInstallation(db);
  } finally {
    await db.destroy();
  }
}

type Restored = { entries: readonly ManifestEntry[]; lost: readonly LostFile[]; onProgress: OnProgress };

/**
 * Compares rows with the manifest, and what the rows name with what the store holds, both ways. Returns what the rows
 * say of lost objects.
 */
async function compare(
  target: Target,
  { database, problems }: ManifestHeader,
  { entries, lost, onProgress }: Restored,
): Promise<Map<string, string>> {
  const { facts, names } = await readRestored(target, lost);
  for (const [table, count] of Object.entries(database.rows))
    if (facts.rows[table] !== count)
      throw new BackupError(`The table ${table} has ${facts.rows[table]} rows instead of ${count}.`);
  const stored = new Map<string, number>();
  const count = countProgress(onProgress, 'Comparing', entries.length);
  for await (const { key, size } of target.storage.list()) {
    stored.set(key, size);
    count(size);
  }
  const found = new Set<string | undefined>([...problems, ...lost].map(({ key }) => key));
  for (const { key, size } of facts.objects)
    if (!found.has(key) && (size === null ? !stored.has(key) : stored.get(key) !== size))
      throw new BackupError(
        `The object ${key}, which a row names, is not in the file store as it should be.`,
      );
  const named = new Set(facts.objects.map(({ key }) => key));
  for (const key of stored.keys())
    if (!named.has(key)) throw new BackupError(`No row names the object ${key} in the file store.`);
  return names;
}

async function readRestored(target: Target, lost: readonly LostFile[]) {
  const { read, columns, close } = await openLiveDatabase(target);
  try {
    const found = await columns();
    return { facts: await readFacts(read, found), names: await nameLost(read, found, lost) };
  } finally {
    await close();
  }
}
