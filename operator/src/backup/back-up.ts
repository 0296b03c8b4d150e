import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MissingObjectError, type Storage } from '@vitrin/engine/storage/storage.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Locations } from '@vitrin/server/config/config.ts';
import { ERASED_LIST, readErasedList } from '@vitrin/server/adapters/erased-list/erased-list.ts';
import { copyDatabase, type DatabaseCopy, openLiveDatabase } from './database-copy.ts';
import { type Reader, readFacts } from './database-reader.ts';
import { writeSmallFile } from './durable-files.ts';
import { forEach } from './for-each.ts';
import {
  KEY_FILE,
  type ManifestEntry,
  type ManifestHeader,
  readManifest,
  writeManifest,
} from './manifest.ts';
import { BackupError } from './errors.ts';
import type { NamedObject } from './named-objects.ts';
import { countProgress, type OnProgress } from './progress.ts';
import { type Copy, listSnapshots, snapshotNameOf } from './reading/backups.ts';
import { openTarget } from './writing/open-target.ts';
import type { Target, WriteAccess } from './writing/target.ts';
import { removeUnneededCopies } from './writing/unneeded-copies.ts';

/** Most times that the database is copied again because objects were deleted during the copy. */
const MOST_COPIES = 5;

export type Installation = Pick<Locations, 'dataDir' | 'databaseUrl'> & { storage: Storage; now: () => Date };

export type BackupReport = {
  snapshot: string;
  /** The folder or the bucket, as it was named. */
  folder: string;
  isEncrypted: boolean;
  objects: number;
  bytes: number;
  copied: number;
  copiedBytes: number;
  problems: ManifestHeader['problems'];
};

/**
 * Adds a snapshot to backups in a folder or a bucket while the server runs (specification 12.3). Most objects are copied before the
 * database, the few that are new after it. One that is deleted in between, with its row, has the database copied anew.
 */
export async function backUp(
  installation: Installation,
  path: string,
  onProgress: OnProgress = () => {},
  access: WriteAccess = {},
): Promise<BackupReport> {
  const live = await openLiveDatabase(installation);
  const namedNow = async () => (await readFacts(live.read, await live.columns())).objects;
  try {
    const before = await namedNow();
    const target = await openTarget(path, installation.dataDir, access);
    try {
      const copies = await createCopies(installation.storage, target);
      await copies.add(before, onProgress);
      for (let attempt = 1; ; attempt += 1) {
        const takenAt = installation.now();
        await rm(target.unfinished, { recursive: true, force: true });
        await mkdir(target.unfinished);
        const database = await copyDatabase(installation, target.unfinished);
        const found = await copies.add(database.objects, onProgress);
        const missing = found.problems.filter(({ problem }) => problem === 'missing');
        if (missing.length > 0 && attempt < MOST_COPIES) {
          const stillNamed = new Set((await namedNow()).map(({ key }) => key));
          if (missing.some(({ key }) => !stillNamed.has(key))) continue;
        }
        const erased = await addErased(installation.dataDir, live, target);
        const snapshot = await finish(installation, target, { takenAt, database, erased, ...found });
        await removeUnneededCopies(target);
        const isEncrypted = target.cipher !== undefined;
        return { ...snapshot, folder: target.name, isEncrypted, problems: found.problems, ...copies.made() };
      }
    } finally {
      await target.close();
    }
  } finally {
    await live.close();
  }
}

/**
 * Writes the list of deleted accounts beside the backups, so that restoring an older snapshot deletes them
 * again. With several instances, DATA_DIR lists only the accounts deleted by that instance; the database
 * lists all of them unless it was restored.
 */
async function addErased(
  dataDir: string,
  { read, columns }: Reader,
  target: Target,
): Promise<Buffer | undefined> {
  const rows = (await columns()).has('erased_accounts')
    ? await read('select user_id, erased_at from erased_accounts')
    : [];
  const inDatabase = rows.map(({ user_id, erased_at }) => ({
    user_id: Number(user_id),
    erased_at: new Date(erased_at as string | Date).toISOString(),
  }));
  return target.addErased([...(await readErasedList(join(dataDir, ERASED_LIST))), ...inDatabase]);
}

type Found = { entries: ManifestEntry[]; problems: ManifestHeader['problems'] };

/** Lists the objects that the target already has, and copies the missing ones. */
async function createCopies(storage: Storage, target: Target) {
  const copies = new Map<string, Pick<Copy, 'sha256' | 'size'>>();
  for await (const copy of target.copies()) copies.set(copy.key, copy);
  const sumOf = await readSumsOfObjects(target);
  /** Sizes by keys: an object that is copied again, since it differs from its row, counts once. */
  const copied = new Map<string, number>();

  const held = ({ key, size, sha256 }: NamedObject): ManifestEntry | undefined => {
    const found = copies.get(key);
    if (found === undefined || (size !== null && size !== found.size)) return undefined;
    const sum = target.cipher ? (sha256 ?? sumOf.get(key)) : found.sha256;
    if (sum === undefined || (sha256 !== null && sha256 !== sum)) return undefined;
    if (target.cipher && target.cipher.sumOf(sum) !== found.sha256) return undefined;
    return { key, size: found.size, sha256: sum };
  };
  const copy = async ({ key, sha256 }: NamedObject): Promise<ManifestEntry | undefined> => {
    try {
      const size = await storage.size(key);
      if (size === undefined) return undefined;
      const open = async () => bytesOf(await storage.read(key, { start: 0, end: size - 1 }));
      const content = await target.addCopy({ key, sha256, open });
      const name = target.cipher?.sumOf(content.sha256) ?? content.sha256;
      copies.set(key, { size: content.size, sha256: name });
      sumOf.set(key, content.sha256);
      copied.set(key, content.size);
      return { key, ...content };
    } catch (error) {
      if (error instanceof MissingObjectError) return undefined;
      throw error;
    }
  };

  return {
    made: () => ({
      copied: copied.size,
      copiedBytes: [...copied.values()].reduce((sum, size) => sum + size, 0),
    }),
    async add(objects: readonly NamedObject[], onProgress: OnProgress): Promise<Found> {
      const entries: ManifestEntry[] = [];
      const problems: Found['problems'] = [];
      const count = countProgress(onProgress, 'Copying', objects.length);
      await forEach(objects, async (object) => {
        const entry = held(object) ?? (await copy(object));
        const problem = problemOf(object, entry);
        if (problem) problems.push({ key: object.key, problem });
        if (entry) entries.push(entry);
        count(entry?.size ?? 0);
      });
      return { entries: entries.toSorted(byKey), problems: problems.toSorted(byKey) };
    },
  };
}

/**
 * The checksums of objects, by their keys, as the newest snapshot has them. Names of encrypted copies hold keyed ones, and
 * some rows hold none.
 */
async function readSumsOfObjects(target: Target): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  const newest = target.cipher ? (await listSnapshots(target)).at(-1) : undefined;
  if (newest === undefined) return sums;
  try {
    const { entries } = await readManifest(target, newest);
    for await (const { key, sha256 } of entries()) sums.set(key, sha256);
  } catch (error) {
    // A damaged snapshot must not block the next backup: its checksums are computed again.
    if (!(error instanceof BackupError)) throw error;
  }
  return sums;
}

function problemOf({ size, sha256 }: NamedObject, entry: ManifestEntry | undefined) {
  if (!entry) return 'missing';
  if (size !== null && size !== entry.size) return 'size';
  return sha256 !== null && sha256 !== entry.sha256 ? 'checksum' : undefined;
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

/** Publishes the snapshot under its name, once all its objects are durable. */
async function finish(
  { dataDir }: Installation,
  target: Target,
  {
    takenAt,
    database,
    erased: list,
    entries,
    problems,
  }: Found & { takenAt: Date; database: DatabaseCopy; erased: Buffer | undefined },
) {
  const { unfinished } = target;
  const keys: ManifestHeader['keys'] = [];
  for (const file of keyFilesOf(dataDir))
    keys.push({ file, ...(await writeSmallFile(join(unfinished, file), readFileSync(join(dataDir, file)))) });
  const erased = list && (await writeSmallFile(join(unfinished, ERASED_LIST), list));
  const { objects: _, ...aboutDatabase } = database;
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const taken_at = takenAt.toISOString();
  const counts = { objects: entries.length, bytes };
  await target.syncCopies();
  await writeManifest(
    unfinished,
    { form: 1, taken_at, database: aboutDatabase, keys, erased, ...counts, problems },
    entries,
  );
  const snapshot = freeName(await target.store.names('snapshots'), takenAt);
  await target.publish(snapshot, entries);
  return { snapshot, ...counts };
}

function keyFilesOf(dataDir: string): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => KEY_FILE.test(name)) : [];
}

/** A snapshot is named by the second; of two in one second the later one takes the next. */
function freeName(taken: readonly string[], takenAt: Date): string {
  for (let time = takenAt.getTime(); ; time += 1000) {
    const name = snapshotNameOf(new Date(time));
    if (!taken.includes(name)) return name;
  }
}
