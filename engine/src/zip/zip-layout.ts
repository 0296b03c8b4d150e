import { inSlices } from '../event-loop/slices.ts';

export type ZipFile = { name: string; size: number; crc32: number; modified: Date };

type ZipSegment =
  | { start: number; length: number; bytes: Buffer }
  | { start: number; length: number; file: number };

export type ZipLayout = { size: number; segments: ZipSegment[] };

export const FILES_AT_ONCE = 250;

const UINT16 = 0xffff;
const UINT32 = 0xffffffff;
const UTF8_NAMES = 0x0800;
const VERSION_PLAIN = 20;
const VERSION_ZIP64 = 45;
const MADE_ON_UNIX = 3 << 8;
const REGULAR_FILE = (0o100644 << 16) >>> 0;

/**
 * Computes the offset of every byte of an archive of stored files (PKWARE APPNOTE 6.3) from their sizes and checksums,
 * so that any part can be made alone. Names must be unique. `hasExactTimes` adds times in UTC.
 */
export async function layOutZip(
  files: readonly ZipFile[],
  { hasExactTimes = false } = {},
): Promise<ZipLayout> {
  const segments: ZipSegment[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  const add = (bytes: Buffer) => {
    segments.push({ start: position, length: bytes.length, bytes });
    position += bytes.length;
  };
  await inSlices(files, FILES_AT_ONCE, (entry, file) => {
    const time = hasExactTimes ? exactTime(entry.modified) : NO_EXTRA;
    directory.push(directoryHeader(entry, position, time));
    add(localHeader(entry, time));
    segments.push({ start: position, length: entry.size, file });
    position += entry.size;
  });
  const start = position;
  for (const header of directory) add(header);
  add(endRecords(files.length, position - start, start));
  return { size: position, segments };
}

const NO_EXTRA: Buffer = Buffer.alloc(0);

/** From Node's pool: own memory for each of 200,000 headers would be freed late. */
function emptyHeader(length: number): Buffer {
  return Buffer.allocUnsafe(length).fill(0);
}

/** Local header in front of an entry's bytes; `time` is an extra field. */
export function localHeader({ name, size, crc32, modified }: ZipFile, time = NO_EXTRA): Buffer {
  const isLarge = size >= UINT32;
  const extra = isLarge ? Buffer.concat([zip64Extra([size, size]), time]) : time;
  const encoded = Buffer.from(name);
  const header = emptyHeader(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLarge ? VERSION_ZIP64 : VERSION_PLAIN, 4);
  writeCommon(header, 6, { size, crc32, modified });
  header.writeUInt16LE(encoded.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, encoded, extra]);
}

export function directoryHeader(
  { name, size, crc32, modified }: ZipFile,
  offset: number,
  time = NO_EXTRA,
): Buffer {
  const large = [...(size >= UINT32 ? [size, size] : []), ...(offset >= UINT32 ? [offset] : [])];
  const extra = large.length > 0 ? Buffer.concat([zip64Extra(large), time]) : time;
  const encoded = Buffer.from(name);
  const header = emptyHeader(46);
  const version = large.length > 0 ? VERSION_ZIP64 : VERSION_PLAIN;
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 4);
  header.writeUInt16LE(version, 6);
  writeCommon(header, 8, { size, crc32, modified });
  header.writeUInt16LE(encoded.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(REGULAR_FILE, 38);
  header.writeUInt32LE(Math.min(offset, UINT32), 42);
  return Buffer.concat([header, encoded, extra]);
}

function writeCommon(header: Buffer, at: number, { size, crc32, modified }: Omit<ZipFile, 'name'>): void {
  header.writeUInt16LE(UTF8_NAMES, at);
  header.writeUInt16LE(0, at + 2);
  header.writeUInt16LE(dosTime(modified), at + 4);
  header.writeUInt16LE(dosDate(modified), at + 6);
  header.writeUInt32LE(crc32, at + 8);
  header.writeUInt32LE(Math.min(size, UINT32), at + 12);
  header.writeUInt32LE(Math.min(size, UINT32), at + 16);
}

/** Extra field with a date in UTC (0x5455); the other date is in the reader's time zone. */
function exactTime(time: Date): Buffer {
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  extra.writeUInt32LE(Math.min(UINT32, Math.max(0, Math.floor(time.getTime() / 1000))), 5);
  return extra;
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}

/** Records after the central directory, which lists `count` entries in `size` bytes from `start` on. */
export function endRecords(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, UINT16), 8);
  end.writeUInt16LE(Math.min(count, UINT16), 10);
  end.writeUInt32LE(Math.min(size, UINT32), 12);
  end.writeUInt32LE(Math.min(start, UINT32), 16);
  if (count < UINT16 && size < UINT32 && start < UINT32) return end;

  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 12);
  record.writeUInt16LE(VERSION_ZIP64, 14);
  for (const [index, value] of [count, count, size, start].entries()) {
    record.writeBigUInt64LE(BigInt(value), 24 + 8 * index);
  }
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

function dosTime(time: Date): number {
  return (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
}

/** Date in MS-DOS format, which starts in 1980. */
function dosDate(time: Date): number {
  return (
    (Math.max(0, time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()
  );
}
