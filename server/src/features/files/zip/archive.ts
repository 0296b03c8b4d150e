import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ByteRange } from '../../../adapters/storage/storage.ts';
import type { BlockHolder } from '@vitrin/engine/bytes/block-pool.ts';
import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';
import type { Context } from '../../../context.ts';
import { openObject, requireObject } from '../service.ts';
import type { ZipLayout } from '@vitrin/engine/zip/zip-layout.ts';

const CHECKS_AT_ONCE = 20;

/** A file whose bytes are in the store; `id` is that of the row which names them, 0 where it is of no file. */
export type StoredEntry = { id: number; key: string; size: number };

/** A file that was made for the archive. */
export type MadeEntry = { bytes: Buffer; size: number };

/** An archive whose every byte has its place; `files` are in the order of the layout. */
export type Archive<Entry extends StoredEntry | MadeEntry = StoredEntry | MadeEntry> = {
  layout: ZipLayout;
  files: readonly Entry[];
};

/**
 * The bytes of a part of the archive, one chunk at a time. Throws NotFoundError before the first byte when the bytes of
 * a file are missing.
 */
export async function openArchive(
  context: Context,
  archive: Archive,
  range: ByteRange,
  holder: BlockHolder,
): Promise<ByteSource> {
  if (range.start === 0 && range.end === archive.layout.size - 1) await requireAllObjects(context, archive);
  else await requireObjects(context, storedIn(archive, range));
  return bytesOf(context, archive, range, holder);
}

/** The stretches of stored files that lie in a part of the archive; of one without bytes, a range that is empty. */
export function* stretchesOf<Entry extends StoredEntry | MadeEntry>(
  { layout: { segments }, files }: Archive<Entry>,
  range: ByteRange,
): Generator<{ file: Entry; range: ByteRange }, void> {
  for (let at = firstWithin(segments, range.start); at < segments.length; at += 1) {
    const segment = segments[at];
    // A file without bytes is taken with what stands before it.
    if (!segment || segment.start > range.end + (segment.length === 0 ? 1 : 0)) return;
    const file = 'file' in segment ? files[segment.file] : undefined;
    if (!file) continue;
    const start = Math.max(range.start, segment.start) - segment.start;
    const end = Math.min(range.end, segment.start + segment.length - 1) - segment.start;
    yield { file, range: { start, end } };
  }
}

/** Index of the first segment that ends behind a position, or at it where it has no bytes. */
function firstWithin(segments: ZipLayout['segments'], position: number): number {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { start, length } = segments[middle] ?? { start: 0, length: 0 };
    if (start + length <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

const checksUnderWay = new WeakMap<Archive, Promise<void>>();

/**
 * Throws NotFoundError when the bytes of a file of the archive are missing. Requests that come while its files are being
 * checked wait for the same answer.
 */
export function requireAllObjects(context: Context, archive: Archive): Promise<void> {
  const check =
    checksUnderWay.get(archive) ??
    requireObjects(context, archive.files).finally(() => checksUnderWay.delete(archive));
  checksUnderWay.set(archive, check);
  return check;
}

/** Throws NotFoundError when the bytes of one of these files are missing. */
export async function requireObjects(
  context: Context,
  files: Iterable<StoredEntry | MadeEntry>,
): Promise<void> {
  let checks: Promise<void>[] = [];
  for (const file of files) {
    if ('bytes' in file) continue;
    checks.push(requireObject(context, file.id, file.key, file.size));
    if (checks.length < CHECKS_AT_ONCE) continue;
    await Promise.all(checks);
    checks = [];
  }
  await Promise.all(checks);
}

function* storedIn(archive: Archive, range: ByteRange): Generator<StoredEntry, void> {
  for (const { file } of partsOf(archive, range)) if (file) yield file;
}

/** A stretch of a stored file, or of bytes that are here. */
type Part = { from: number; to: number } & ({ file: StoredEntry } | { file?: never; bytes: Buffer });

/** A generator, because a list would take megabytes for each reader. */
function* partsOf({ layout, files }: Archive, { start, end }: ByteRange): Generator<Part, void> {
  for (const segment of layout.segments) {
    const from = Math.max(start, segment.start) - segment.start;
    const to = Math.min(end + 1, segment.start + segment.length) - segment.start;
    if (from >= to) continue;
    const entry = 'bytes' in segment ? segment : files[segment.file];
    if (!entry) continue;
    if ('bytes' in entry) yield { from, to, bytes: entry.bytes };
    else yield { from, to, file: entry };
  }
}

/** Each piece is a write to the connection, and small files are read on this thread, so those are joined. */
const JOINED_BYTES = 32 * 1024;
/** Reading 16 small files with their headers takes 1 or 2 ms. */
const JOINED_PARTS = 32;

async function* bytesOf(
  context: Context,
  archive: Archive,
  range: ByteRange,
  holder: BlockHolder,
): AsyncGenerator<Uint8Array, void> {
  let joined: Buffer[] = [];
  let length = 0;
  const join = () => {
    const bytes = Buffer.concat(joined, length);
    [joined, length] = [[], 0];
    return bytes;
  };
  for (const part of partsOf(archive, range)) {
    const { from, to, file } = part;
    const isSmall = to - from < JOINED_BYTES;
    // Before the next is opened, so that no object stands open while a connection takes nothing.
    if (!isSmall && length > 0) yield join();
    const body = file
      ? await openObject(context, file.id, file.key, { start: from, end: to - 1 }, holder)
      : part.bytes.subarray(from, to);
    if (isSmall && Buffer.isBuffer(body)) {
      joined.push(body);
      length += body.length;
      if (length < JOINED_BYTES && joined.length < JOINED_PARTS) continue;
      yield join();
      // A connection that takes all at once is no wait.
      await nextTurn();
      continue;
    }
    if (length > 0) yield join();
    if (Buffer.isBuffer(body)) yield body;
    else yield* body;
  }
  if (length > 0) yield join();
}
