import type { Storage } from '@vitrin/engine/storage/storage.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Locations } from '@vitrin/server/config/config.ts';
import { openLiveDatabase } from './database-copy.ts';
import { contentOf, measured } from './durable-files.ts';
import { forEach } from './for-each.ts';
import { type NamedObject, readNamedObjects } from './named-objects.ts';
import { countProgress, type OnProgress } from './progress.ts';
import { type Backups, contentIn, type Copy } from './reading/backups.ts';
import { openToRead, type ReadAccess } from './reading/open-to-read.ts';
import { nameLost } from './restoring/lost-files.ts';

type Installation = Pick<Locations, 'dataDir' | 'databaseUrl'> & { storage: Storage };

/** Object that is still missing or damaged afterwards; `of` describes it by its row. */
type Still = { key: string; problem: 'missing' | 'damaged'; of: string };

type FilesReport = {
  /** Objects that rows name. */
  objects: number;
  restored: number;
  bytes: number;
  /** Objects that no backup holds whole. */
  still: Still[];
};

type FilesOptions = {
  access?: ReadAccess;
  /** True to compare the checksum of every stored object with its row, not only its size. */
  compares?: boolean;
  onProgress?: OnProgress;
};

type Wanted = NamedObject & { problem: Still['problem'] };

/**
 * Restores objects that are missing or damaged in the file store, as named by the rows of an intact database
 * (specification 12.4). Takes them from any backup with a copy that matches the row. Leaves intact objects alone,
 * so it can run beside a server and be repeated. Throws BackupError if there is no installation or no backup.
 */
export async function restoreFiles(
  { storage, ...locations }: Installation,
  path: string,
  { access, compares = false, onProgress = () => {} }: FilesOptions,
): Promise<FilesReport> {
  const backups = await openToRead(path, access);
  const { read, columns, close } = await openLiveDatabase(locations);
  try {
    const tables = await columns();
    const objects = await readNamedObjects(read, tables);
    const wanted = await findWanted(storage, objects, { compares, onProgress });
    const copies = await copiesOf(backups, wanted);
    const count = countProgress(onProgress, 'Restoring', wanted.length);
    const left: Wanted[] = [];
    let bytes = 0;
    await forEach(wanted, async (object) => {
      const size = await putBack(storage, backups, object, copies.get(object.key) ?? []);
      if (size === undefined) left.push(object);
      bytes += size ?? 0;
      count(size ?? 0);
    });
    const lost = left.map(({ key, problem }) => ({ file: key, problem, key }));
    const names = await nameLost(read, tables, lost);
    // A row that was deleted meanwhile names nothing any more.
    const still = lost.flatMap(({ key, problem }) => {
      const of = names.get(key);
      return of === undefined ? [] : [{ key, problem, of }];
    });
    return {
      objects: objects.length,
      restored: wanted.length - left.length,
      bytes,
      still: still.toSorted((a, b) => (a.of < b.of ? -1 : 1)),
    };
  } finally {
    await close();
  }
}

/** The objects that are not stored as their rows say. */
async function findWanted(
  storage: Storage,
  objects: readonly NamedObject[],
  { compares, onProgress }: { compares: boolean; onProgress: OnProgress },
): Promise<Wanted[]> {
  const stored = new Map<string, number>();
  for await (const { key, size } of storage.list()) stored.set(key, size);
  const wanted: Wanted[] = [];
  const count = countProgress(onProgress, 'Comparing', objects.length);
  await forEach(objects, async (object) => {
    const size = stored.get(object.key);
    if (size === undefined) wanted.push({ ...object, problem: 'missing' });
    else if (
      (object.size !== null && size !== object.size) ||
      (compares && !(await isAsSaid(storage, object, size)))
    )
      wanted.push({ ...object, problem: 'damaged' });
    count(size ?? 0);
  });
  return wanted;
}

async function isAsSaid(storage: Storage, { key, sha256 }: NamedObject, size: number): Promise<boolean> {
  if (sha256 === null || size === 0) return true;
  const { sha256: found } = await contentOf(bytesOf(await storage.read(key, { start: 0, end: size - 1 })));
  return found === sha256;
}

/** Copies of the objects in the backups, newest first. */
async function copiesOf(backups: Backups, wanted: readonly Wanted[]): Promise<Map<string, Copy[]>> {
  const copies = new Map(wanted.map(({ key }) => [key, [] as Copy[]]));
  if (copies.size > 0) for await (const copy of backups.copies()) copies.get(copy.key)?.push(copy);
  for (const each of copies.values()) each.sort((a, b) => b.modified.getTime() - a.modified.getTime());
  return copies;
}

/** Stores the first copy that is whole and what the row says; resolves to its size, undefined where none is. */
async function putBack(
  storage: Storage,
  backups: Backups,
  { key, size, sha256 }: Wanted,
  copies: readonly Copy[],
): Promise<number | undefined> {
  for (const copy of copies) {
    if (size !== null && copy.size !== size) continue;
    const expected = sha256 ?? (backups.cipher ? undefined : copy.sha256);
    // Read as a whole before it is stored, so that a damaged copy replaces nothing.
    const content = await contentIn(backups, copy.path);
    if (!content || (expected !== undefined && content.sha256 !== expected)) continue;
    const { bytes, content: written } = measured(backups.read(copy.path));
    await storage.write(key, bytes);
    if (written().sha256 === content.sha256) return content.size;
    // The disk of the backups gave something else this time.
    await storage.delete([key]);
  }
  return undefined;
}
