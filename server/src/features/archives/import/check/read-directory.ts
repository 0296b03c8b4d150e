import { hash } from 'node:crypto';
import type { ByteRange } from '@vitrin/engine/storage/storage.ts';
import { type ByteSource, bufferOf, bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { sliced } from '@vitrin/engine/event-loop/slices.ts';
import { directoryHeader, endRecords, localHeader, type ZipFile } from '@vitrin/engine/zip/zip-layout.ts';
import { DATA_NAME, LOGO_NAME, MANIFEST_NAME, PICTURE_NAME, README_NAME } from '../../carried/entry-names.ts';
import { MAX_ENTRIES } from '../../carried/records.ts';
import { ArchiveError } from '../archive-error.ts';

/** An entry as the central directory says it; `startsAt` is where its header begins. */
export type ArchiveEntry = ZipFile & { number: number; startsAt: number };

export type ReadRange = (range: ByteRange) => Promise<Buffer | ByteSource>;

const END_BYTES = 22;
const LARGE_END_BYTES = 98;
const HEADER_BYTES = 46;
const MAX_NAME_BYTES = 600;
const MAX_EXTRA_BYTES = 28;
const PIECE_BYTES = 16 * 1024;
const UINT32 = 0xffffffff;
const LAST_YEAR = 2107;

const HEADERS_AT_ONCE = 200;

/**
 * Yields the entries of an archive. The directory is not believed: its bytes must be exactly those that Vitrin would
 * write, so nothing is compressed, hidden or overlapping. Throws ArchiveError, also at the end; keeps 8 bytes per entry.
 */
export async function* readDirectory(read: ReadRange, size: number): AsyncGenerator<ArchiveEntry, void> {
  const { count, length, start } = await readEnd(read, size);
  if (count > MAX_ENTRIES) throw new ArchiveError('imports.too_many_entries', { max: MAX_ENTRIES });
  const names = new BigUint64Array(count);
  let [position, number] = [0, 0];
  const headers = headersOf(await read({ start, end: start + length - 1 }));
  for await (const header of sliced(headers, HEADERS_AT_ONCE)) {
    const file = readHeader(header);
    if (!directoryHeader(file, position).equals(header)) throw notOurs();
    if (!isExpectedName(file.name)) throw new ArchiveError('imports.bad_names');
    if (number === count) throw notOurs();
    // Folders of many systems do not distinguish case.
    names[number] = BigInt(`0x${hash('sha256', file.name.toLowerCase()).slice(0, 16)}`);
    const entry = { ...file, number, startsAt: position };
    position += localHeader(file).length + file.size;
    number += 1;
    if (position > start) throw notOurs();
    yield entry;
  }
  if (number !== count || position !== start) throw notOurs();
  names.sort();
  if (names.some((name, at) => at > 0 && name === names[at - 1])) throw new ArchiveError('imports.bad_names');
}

async function readEnd(
  read: ReadRange,
  size: number,
): Promise<{ count: number; length: number; start: number }> {
  if (size < END_BYTES) throw cutOff();
  const tail = await bufferOf(await read({ start: Math.max(0, size - LARGE_END_BYTES), end: size - 1 }));
  const end = tail.subarray(tail.length - END_BYTES);
  if (end.readUInt32LE(0) !== 0x06054b50) throw cutOff();
  const plain = { count: end.readUInt16LE(10), length: end.readUInt32LE(12), start: end.readUInt32LE(16) };
  const isLarge = plain.count === 0xffff || plain.length === UINT32 || plain.start === UINT32;
  if (isLarge && tail.length < LARGE_END_BYTES) throw notOurs();
  const found = isLarge
    ? { count: numberAt(tail, 32), length: numberAt(tail, 40), start: numberAt(tail, 48) }
    : plain;
  const records = endRecords(found.count, found.length, found.start);
  const isWhole = found.start + found.length + records.length === size;
  if (!isWhole || !records.equals(tail.subarray(tail.length - records.length))) throw notOurs();
  if (found.count === 0 || found.length > found.count * (HEADER_BYTES + MAX_NAME_BYTES + MAX_EXTRA_BYTES))
    throw new ArchiveError('imports.bad_names');
  return found;
}

function numberAt(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(2 ** 50)) throw notOurs();
  return Number(value);
}

async function* headersOf(source: Buffer | ByteSource): AsyncGenerator<Buffer, void> {
  let rest = Buffer.alloc(0);
  for await (const piece of piecesOf(source)) {
    rest = Buffer.concat([rest, piece]);
    for (let length = headerLength(rest); length !== undefined && length <= rest.length;) {
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
      length = headerLength(rest);
    }
  }
  if (rest.length > 0) throw notOurs();
}

/** In pieces so small that copies of them are soon garbage: of large ones, dozens of megabytes wait to be collected. */
async function* piecesOf(source: Buffer | ByteSource): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of bytesOf(source))
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

function headerLength(bytes: Buffer): number | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  if (bytes.readUInt32LE(0) !== 0x02014b50) throw notOurs();
  const [name, extra, comment] = [bytes.readUInt16LE(28), bytes.readUInt16LE(30), bytes.readUInt16LE(32)];
  if (name > MAX_NAME_BYTES) throw new ArchiveError('imports.bad_names');
  if (extra > MAX_EXTRA_BYTES || comment > 0) throw notOurs();
  return HEADER_BYTES + name + extra;
}

function readHeader(header: Buffer): ZipFile {
  const length = header.readUInt16LE(28);
  const size = header.readUInt32LE(24);
  const isLarge = size === UINT32;
  if (isLarge && header.length < HEADER_BYTES + length + 12) throw notOurs();
  const modified = dateOf(header.readUInt16LE(14), header.readUInt16LE(12));
  // The 15th month of the last year is in a year that no zip can say.
  if (modified.getUTCFullYear() > LAST_YEAR) throw notOurs();
  return {
    name: decoded(header.subarray(HEADER_BYTES, HEADER_BYTES + length)),
    size: isLarge ? numberAt(header, HEADER_BYTES + length + 4) : size,
    crc32: header.readUInt32LE(16),
    modified,
  };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new ArchiveError('imports.bad_names');
  }
}

/** From the format of MS-DOS. */
function dateOf(date: number, time: number): Date {
  return new Date(
    Date.UTC(
      1980 + (date >> 9),
      ((date >> 5) & 15) - 1,
      date & 31,
      time >> 11,
      (time >> 5) & 63,
      (time & 31) * 2,
    ),
  );
}

const FIXED: readonly string[] = [README_NAME, DATA_NAME, LOGO_NAME, MANIFEST_NAME];
const RECEIPT_NAME = /^receipts\/[1-9]\d{0,9}(?:-[1-9]\d{0,2})?\.json$/;
// oxlint-disable-next-line no-control-regex -- the point of the rule
const FILE_NAME = /^files(?:\/(?!\.{1,2}(?:\/|$))[^/\\:\u0000-\u001f]+){3}$/;

/** Tests for a name of an export: the archive may be unpacked elsewhere. Cuts no substrings, which V8 keeps for long. */
export function isExpectedName(name: string): boolean {
  return FILE_NAME.test(name) || PICTURE_NAME.test(name) || RECEIPT_NAME.test(name) || FIXED.includes(name);
}

function cutOff(): ArchiveError {
  return new ArchiveError('imports.cut_off');
}

function notOurs(): ArchiveError {
  return new ArchiveError('imports.not_ours');
}
