import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MissingObjectError, type Storage } from '../adapters/storage/storage.ts';
import { bytesOf } from '../bytes/byte-source.ts';
import type { Places } from '../config.ts';
import { syncFolder } from '../disk/durable-folders.ts';
import { addToErasedList, ERASED_LIST, readErasedList } from '../adapters/erased-list/erased-list.ts';
import {
  addCopy,
  type BackupFolder,
  listCopies,
  openToWrite,
  sizeInFolder,
  snapshotNameOf,
  syncCopies,
} from './backup-folder.ts';
import { copyDatabase, type DatabaseCopy, openLiveDatabase } from './database-copy.ts';
import { type Reader, readFacts } from './database-reader.ts';
import { writeSmallFile } from './durable-files.ts';
import { forEach } from './for-each.ts';
import { KEY_FILE, type ManifestEntry, type ManifestHeader, writeManifest } from './manifest.ts';
import type { NamedObject } from './named-objects.ts';
import { removeUnneededCopies } from './unneeded-copies.ts';
import { countProgress, type OnProgress } from './progress.ts';

/** How often the database is copied anew because objects were deleted while they were copied. */
const MOST_COPIES = 5;

export type Installation = Pick<Places, 'dataDir' | 'databaseUrl'> & { storage: Storage; now: () => Date };

export type BackupReport = {
  snapshot: string;
  folder: string;
  objects: number;
  bytes: number;
  copied: number;
  copiedBytes: number;
  problems: ManifestHeader['problems'];
};

/**
 * Adds a snapshot to a folder of backups while the server runs (specification 12.3). Most objects are copied before the
 * database, the few that are new after it. One that is deleted in between, with its row, has the database copied anew.
 */
export async function backUp(
  installation: Installation,
  path: string,
  onProgress: OnProgress = () => {},
): Promise<BackupReport> {
  const live = await openLiveDatabase(installation);
  const namedNow = async () => (await readFacts(live.read, await live.columns())).objects;
  try {
    const before = await namedNow();
    const folder = await openToWrite(path);
    try {
      const copies = await createCopies(installation.storage, folder);
      await copies.add(before, onProgress);
      for (let attempt = 1; ; attempt += 1) {
        const takenAt = installation.now();
        await rm(folder.unfinished, { recursive: true, force: true });
        await mkdir(folder.unfinished);
        const database = await copyDatabase(installation, folder.unfinished);
        const found = await copies.add(database.objects, onProgress);
        const missing = found.problems.filter(({ problem }) => problem === 'missing');
        if (missing.length > 0 && attempt < MOST_COPIES) {
          const stillNamed = new Set((await namedNow()).map(({ key }) => key));
          if (missing.some(({ key }) => !stillNamed.has(key))) continue;
        }
        await addErased(installation.dataDir, live, folder.root);
        const snapshot = await finish(installation, folder, { takenAt, database, ...found });
        await removeUnneededCopies(folder);
        return { ...snapshot, folder: folder.root, problems: found.problems, ...copies.made() };
      }
    } finally {
      folder.unlock();
    }
  } finally {
    await live.close();
  }
}

/**
 * Notes in a folder of backups which accounts were deleted, so that a restore of an older snapshot deletes them again.
 * Of several instances each has only some in its DATA_DIR; the database has them all, unless it was restored.
 */
async function addErased(dataDir: string, { read, columns }: Reader, root: string): Promise<void> {
  const rows = (await columns()).has('erased_accounts')
    ? await read('select user_id, erased_at from erased_accounts')
    : [];
  const inDatabase = rows.map(({ user_id, erased_at }) => ({
    user_id: Number(user_id),
    erased_at: new Date(erased_at as string | Date).toISOString(),
  }));
  await addToErasedList(root, [...(await readErasedList(join(dataDir, ERASED_LIST))), ...inDatabase]);
}

type Found = { entries: ManifestEntry[]; problems: ManifestHeader['problems'] };

/** Knows which objects the folder has, and copies those that it lacks. */
async function createCopies(storage: Storage, folder: BackupFolder) {
  const sums = new Map<string, string>();
  for await (const { key, sha256 } of listCopies(folder)) sums.set(key, sha256);
  let [copied, copiedBytes] = [0, 0];

  const held = async ({ key, size, sha256 }: NamedObject): Promise<ManifestEntry | undefined> => {
    const sum = sums.get(key);
    if (sum === undefined || (sha256 !== null && sha256 !== sum)) return undefined;
    const heldSize = await sizeInFolder(folder, folder.copyPath(key, sum));
    if (heldSize === undefined || (size !== null && size !== heldSize)) return undefined;
    return { key, size: heldSize, sha256: sum };
  };
  const copy = async (key: string): Promise<ManifestEntry | undefined> => {
    try {
      const size = await storage.size(key);
      if (size === undefined) return undefined;
      const content = await addCopy(
        folder,
        key,
        bytesOf(await storage.read(key, { start: 0, end: size - 1 })),
      );
      sums.set(key, content.sha256);
      copied += 1;
      copiedBytes += content.size;
      return { key, ...content };
    } catch (error) {
      if (error instanceof MissingObjectError) return undefined;
      throw error;
    }
  };

  return {
    made: () => ({ copied, copiedBytes }),
    async add(objects: readonly NamedObject[], onProgress: OnProgress): Promise<Found> {
      const entries: ManifestEntry[] = [];
      const problems: Found['problems'] = [];
      const count = countProgress(onProgress, 'Copying', objects.length);
      await forEach(objects, async (object) => {
        const entry = (await held(object)) ?? (await copy(object.key));
        const problem = problemOf(object, entry);
        if (problem) problems.push({ key: object.key, problem });
        if (entry) entries.push(entry);
        count(entry?.size ?? 0);
      });
      return { entries: entries.toSorted(byKey), problems: problems.toSorted(byKey) };
    },
  };
}

function problemOf({ size, sha256 }: NamedObject, entry: ManifestEntry | undefined) {
  if (!entry) return 'missing';
  if (size !== null && size !== entry.size) return 'size';
  return sha256 !== null && sha256 !== entry.sha256 ? 'checksum' : undefined;
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

/** Gives the snapshot its name, once everything it counts on is durable. */
async function finish(
  { dataDir }: Installation,
  folder: BackupFolder,
  { takenAt, database, entries, problems }: Found & { takenAt: Date; database: DatabaseCopy },
) {
  const { unfinished } = folder;
  const keys: ManifestHeader['keys'] = [];
  for (const file of keyFilesOf(dataDir))
    keys.push({ file, ...(await writeSmallFile(join(unfinished, file), readFileSync(join(dataDir, file)))) });
  const list = join(folder.root, ERASED_LIST);
  const erased = existsSync(list)
    ? await writeSmallFile(join(unfinished, ERASED_LIST), readFileSync(list))
    : undefined;
  const { objects: _, ...aboutDatabase } = database;
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const taken_at = takenAt.toISOString();
  const counts = { objects: entries.length, bytes };
  await syncCopies(folder);
  await writeManifest(
    unfinished,
    { form: 1, taken_at, database: aboutDatabase, keys, erased, ...counts, problems },
    entries,
  );
  const snapshot = freeName(folder, takenAt);
  await rename(unfinished, folder.snapshotPath(snapshot));
  await syncFolder(folder.snapshots);
  return { snapshot, ...counts };
}

function keyFilesOf(dataDir: string): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => KEY_FILE.test(name)) : [];
}

/** A snapshot is named by the second; of two in one second the later one takes the next. */
function freeName(folder: BackupFolder, takenAt: Date): string {
  for (let time = takenAt.getTime(); ; time += 1000) {
    const name = snapshotNameOf(new Date(time));
    if (!existsSync(folder.snapshotPath(name))) return name;
  }
}
