import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ByteRange } from '@vitrin/engine/storage/storage.ts';
import type { BlockHolder } from '@vitrin/engine/bytes/block-pool.ts';
import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';
import type { Context } from '../../../context.ts';
import { openObject, requireObject } from '../service.ts';
import { type LaidOut, type MadeEntry, partsOf } from '@vitrin/engine/zip/parts.ts';

const CHECKS_AT_ONCE = 20;

/** A store answers for so many within a tenth of a second or two, and for thousands within seconds. */
const MOST_CHECKED = 100;

/** A file in the store; `id` is the file's row or 0, and `isDrawn` marks a picture made of the file. */
export type StoredEntry = { id: number; key: string; size: number; isDrawn?: boolean };

/** An archive with a fixed place for every byte; `files` are in the order of the layout. */
export type Archive<Entry extends StoredEntry | MadeEntry = StoredEntry | MadeEntry> = LaidOut<Entry>;

/**
 * Opens a part of the archive; throws NotFoundError before the first byte when bytes of its first MOST_CHECKED files are
 * missing. Those of a later one break the part off, and the next part, which begins with it, is refused.
 */
export async function openArchive(
  context: Context,
  archive: Archive,
  range: ByteRange,
  holder: BlockHolder,
): Promise<ByteSource> {
  await requireFirstObjects(context, archive, range);
  return bytesOf(context, archive, range, holder);
}

/** Throws NotFoundError when bytes of one of the first MOST_CHECKED files of a part, or of the whole, are missing. */
export function requireFirstObjects(
  context: Context,
  archive: Archive,
  range: ByteRange = { start: 0, end: archive.layout.size - 1 },
): Promise<void> {
  return requireObjects(context, storedIn(archive, range).take(MOST_CHECKED));
}

/** Throws NotFoundError when bytes of one of these files are missing. */
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
  for (const { file } of partsOf<StoredEntry>(archive, range)) if (file) yield file;
}

/** Each piece is a write to the connection, and small files are read on this thread, so they are joined. */
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
  for (const part of partsOf<StoredEntry>(archive, range)) {
    const { from, to, file } = part;
    const isSmall = to - from < JOINED_BYTES;
    // Yields before the next file is opened, so that no object stays open while a connection takes nothing.
    if (!isSmall && length > 0) yield join();
    const body = file
      ? await openObject(context, file.id, file.key, { start: from, end: to - 1 }, holder)
      : part.bytes.subarray(from, to);
    if (isSmall && Buffer.isBuffer(body)) {
      joined.push(body);
      length += body.length;
      if (length < JOINED_BYTES && joined.length < JOINED_PARTS) continue;
      yield join();
      // A connection that takes bytes at once causes no wait.
      await nextTurn();
      continue;
    }
    if (length > 0) yield join();
    if (Buffer.isBuffer(body)) yield body;
    else yield* body;
  }
  if (length > 0) yield join();
}
