import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { PAGE_ROWS, readList } from '../../../database/pages.ts';
import { inSlices } from '@vitrin/engine/event-loop/slices.ts';
import { listZipFilesAfter, type ZipWanted } from '../queries.ts';
import type { Archive, StoredEntry } from './archive.ts';
import { listLinkFiles } from './link-files.ts';
import { type FileRow, type TakenFile, takenOf, undrawnOf, type ZipRow } from './taken-files.ts';
import { zipPaths } from './zip-names.ts';
import type { MadeEntry } from '@vitrin/engine/zip/parts.ts';
import { FILES_AT_ONCE, layOutZip, type ZipFile } from '@vitrin/engine/zip/zip-layout.ts';

/** Files and layout of a version's archive; `etag` stands for the files, links and their names. */
export type ZipContents = Archive & { etag: string };

type Unready = { unready: StoredEntry[] };

type Incomplete = { isIncomplete: true };

type Undrawn = { undrawn: NonNullable<ReturnType<typeof undrawnOf>> };

type Taken = ReturnType<typeof takenOf>;

const READ_AT_ONCE = 2;

type Shared = {
  /** Contents by their etag, kept while the archive is being read. */
  contents: Map<string, WeakRef<ZipContents>>;
  reading: number;
  waiting: (() => void)[];
};

const sharedOf = new WeakMap<Context, Shared>();
const forgotten = new FinalizationRegistry<{ contents: Shared['contents']; key: string }>(
  ({ contents, key }) => {
    if (!contents.get(key)?.deref()) contents.delete(key);
  },
);

/**
 * Returns the contents of a version's archive; undefined when it has neither files nor links, Incomplete when a chosen
 * file is missing. With 10,000 files they take megabytes, so readers share them: a first pass keeps no rows and finds
 * the etag. Two versions are read at once.
 */
export async function getZipContents(
  context: Context,
  { versionId, ids: given, size }: ZipWanted,
): Promise<ZipContents | Unready | Undrawn | Incomplete | undefined> {
  const shared: Shared = sharedOf.get(context) ?? { contents: new Map(), reading: 0, waiting: [] };
  sharedOf.set(context, shared);
  await beginReading(shared);
  try {
    const hash = createHash('sha256');
    const wanted = { versionId, ids: given && [...new Set(given)], size };
    const seen = await readRows(context, wanted, (row) => void hash.update(keyPart(takenOf(row))));
    if (isIncomplete(wanted, seen)) return { isIncomplete: true };
    const cached = shared.contents.get(hash.digest('hex'))?.deref();
    if (cached) return cached;
    const rows = await readRows(context, wanted, (row) => row);
    if (isIncomplete(wanted, rows)) return { isIncomplete: true };
    const undrawn = undrawnOf(rows);
    if (undrawn) return { undrawn };
    return rows.length === 0 ? undefined : await contentsOf(rows.map(takenOf), shared.contents);
  } finally {
    endReading(shared);
  }
}

async function readRows<Item>(
  context: Context,
  wanted: ZipWanted,
  toItem: (row: ZipRow) => Item,
): Promise<Item[]> {
  const read = (db: Context['db'], after?: FileRow) => listZipFilesAfter(db, wanted, after);
  const files = await readList(context, PAGE_ROWS, read, toItem);
  if (wanted.ids) return files;
  return [...files, ...(await listLinkFiles(context.db, wanted.versionId)).map(toItem)];
}

function isIncomplete({ ids }: ZipWanted, found: readonly unknown[]): boolean {
  return ids !== undefined && found.length < ids.length;
}

/** Checksums count only by being there, because cached contents have all of them. */
function keyPart(row: Taken): string {
  return `${sourcePart(row)}/${row.name}/${row.section_id ?? ''}/${row.section ?? ''}/`;
}

/** Names the bytes of a row: those of a file or picture key never change; those of a link are its address. */
function sourcePart(row: Taken): string {
  if ('bytes' in row) return `link ${row.id} ${row.bytes.toString()}`;
  return row.drawn === undefined ? String(row.id) : `web ${row.id} ${row.drawn}`;
}

async function contentsOf(
  rows: readonly Taken[],
  contents: Shared['contents'],
): Promise<ZipContents | Unready> {
  const unready = rows.flatMap((row) => ('bytes' in row || row.crc32 !== null ? [] : [toStoredEntry(row)]));
  if (unready.length > 0) return { unready };
  const made = await makeContents(rows);
  const key = await digestOf(rows, keyPart);
  // Another request may have made these contents meanwhile.
  const other = contents.get(key)?.deref();
  if (other) return other;
  contents.set(key, new WeakRef(made));
  forgotten.register(made, { contents, key });
  return made;
}

async function makeContents(rows: readonly Taken[]): Promise<ZipContents> {
  const names = await zipPaths(rows);
  const entries: ZipFile[] = [];
  await inSlices(rows, FILES_AT_ONCE, ({ size_bytes, crc32, modified_at, created_at }, index) => {
    const modified = new Date(modified_at ?? created_at);
    entries.push({ name: names[index] ?? '', size: size_bytes, crc32: crc32 ?? 0, modified });
  });
  const digest = await digestOf(
    rows,
    (row, index) => `${sourcePart(row)}/${names[index]}/${entries[index]?.modified.getTime()}/`,
  );
  return {
    etag: `"z${digest.slice(0, 32)}"`,
    layout: await layOutZip(entries, { hasExactTimes: true }),
    files: rows.map(toEntry),
  };
}

async function digestOf(
  rows: readonly Taken[],
  textOf: (row: Taken, index: number) => string,
): Promise<string> {
  const hash = createHash('sha256');
  await inSlices(rows, FILES_AT_ONCE, (row, index) => void hash.update(textOf(row, index)));
  return hash.digest('hex');
}

function toEntry(row: Taken): StoredEntry | MadeEntry {
  return 'bytes' in row ? { bytes: row.bytes, size: row.size_bytes } : toStoredEntry(row);
}

function toStoredEntry({ id, storage_key, size_bytes, drawn }: TakenFile): StoredEntry {
  return { id, key: storage_key, size: size_bytes, ...(drawn !== undefined && { isDrawn: true }) };
}

async function beginReading(shared: Shared): Promise<void> {
  if (shared.reading < READ_AT_ONCE) {
    shared.reading += 1;
    return;
  }
  await new Promise<void>((resolve) => {
    shared.waiting.push(resolve);
  });
}

function endReading(shared: Shared): void {
  const next = shared.waiting.shift();
  if (next) next();
  else shared.reading -= 1;
}
