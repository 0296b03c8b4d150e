import type { ByteRange } from '@vitrin/engine/storage/storage.ts';
import type { BlockHolder } from '@vitrin/engine/bytes/block-pool.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Context } from '../../../context.ts';
import { directoryHeader, endRecords, localHeader } from '@vitrin/engine/zip/zip-layout.ts';
import { type EntryRow, findEntryAt, listEntriesFrom } from './export-queries.ts';

/** Bytes of what ends an archive, without and with the records for large ones. */
const [PLAIN_END_BYTES, LARGE_END_BYTES] = [22, 98];

export type ReadyExport = { id: string; size_bytes: number; directory_at: number; entries: number };

/** Yields headers made from the list, and stored objects; equal ranges have equal bytes on every instance. */
export async function* readArchive(
  context: Context,
  archive: ReadyExport,
  range: ByteRange,
  holder: BlockHolder,
): AsyncGenerator<Uint8Array, void> {
  const { size_bytes, directory_at } = archive;
  if (range.start < directory_at) yield* readEntries(context, archive, range, holder);
  if (range.end < directory_at) return;
  const { records, length } = endOf(archive);
  if (range.start < directory_at + length) yield* readDirectory(context, archive, range);
  yield* within(records, size_bytes - records.length, range);
}

/** The records at the end are longer where a number needs it, so the directory's length follows from them. */
function endOf({ size_bytes, directory_at, entries }: ReadyExport): { records: Buffer; length: number } {
  for (const bytes of [PLAIN_END_BYTES, LARGE_END_BYTES]) {
    const length = size_bytes - directory_at - bytes;
    const records = endRecords(entries, length, directory_at);
    if (records.length === bytes) return { records, length };
  }
  throw new Error('The size of an archive does not fit its entries');
}

async function* readEntries(
  context: Context,
  { id }: ReadyExport,
  range: ByteRange,
  holder: BlockHolder,
): AsyncGenerator<Uint8Array, void> {
  const first = await findEntryAt(context.db, id, 'starts_at', range.start);
  for await (const entry of entriesFrom(context, id, first)) {
    if (entry.starts_at > range.end) return;
    const header = localHeader(headerOf(entry));
    yield* within(header, entry.starts_at, range);
    const start = entry.starts_at + header.length;
    const from = Math.max(range.start, start) - start;
    const to = Math.min(range.end, start + entry.size_bytes - 1) - start;
    if (from > to) continue;
    const object = { start: entry.object_at + from, end: entry.object_at + to };
    yield* bytesOf(await context.storage.read(entry.storage_key, object, holder));
  }
}

async function* readDirectory(
  context: Context,
  { id, directory_at }: ReadyExport,
  range: ByteRange,
): AsyncGenerator<Uint8Array, void> {
  const first = await findEntryAt(context.db, id, 'listed_at', Math.max(0, range.start - directory_at));
  for await (const entry of entriesFrom(context, id, first)) {
    const at = directory_at + entry.listed_at;
    if (at > range.end) return;
    yield* within(directoryHeader(headerOf(entry), entry.starts_at), at, range);
  }
}

async function* entriesFrom(context: Context, id: string, first: number): AsyncGenerator<EntryRow, void> {
  for (let number = first; ;) {
    const rows = await listEntriesFrom(context.db, id, number);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    number = last.number + 1;
  }
}

function headerOf({ name, size_bytes: size, crc32, modified_at }: EntryRow) {
  return { name, size, crc32, modified: new Date(modified_at) };
}

function* within(bytes: Buffer, start: number, range: ByteRange): Generator<Buffer, void> {
  const from = Math.max(0, range.start - start);
  const to = Math.min(bytes.length, range.end + 1 - start);
  if (from < to) yield bytes.subarray(from, to);
}
