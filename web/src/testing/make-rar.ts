/** Writes rar archives of stored contents for tests, since no free program does: RAR 5.0's and 4's blocks (technote.txt of RAR). */
import { crc32 } from 'node:zlib';

type Entry = { name: string; content?: Uint8Array; isFolder?: boolean; isLocked?: boolean };

/** Seconds since 1970, and the same moment as MS-DOS writes it, to be read in any zone: 24 November 2025, 16:00. */
const MODIFIED = Date.UTC(2025, 10, 24, 16) / 1000;
const DOS_MODIFIED = (((2025 - 1980) << 9) | (11 << 5) | 24) * 2 ** 16 + (16 << 11);
const UNIX = { folder: 0o40755, file: 0o100644 };
const EMPTY = new Uint8Array();
const LOCKED = 4;

/** A RAR 5.0 archive. With `isLocked` its headers are encrypted, names included. */
export function makeRar5(entries: readonly Entry[], { isLocked = false } = {}): Buffer {
  const salt = Array.from({ length: 16 }, () => 9);
  const noise = Array.from({ length: 96 }, (_, at) => (at * 37) % 251);
  const blocks = isLocked
    ? [block5(4, 0, [...numberOf(0), ...numberOf(0), 15, ...salt]), Buffer.from(noise)]
    : [block5(1, 0, numberOf(0)), ...entries.map(file5), block5(5, 0, numberOf(0))];
  return Buffer.concat([Buffer.from('526172211a070100', 'hex'), ...blocks]);
}

function file5({ name, content = EMPTY, isFolder = false, isLocked = false }: Entry): Buffer {
  const path = Buffer.from(name);
  const lock = isLocked ? [1, 0, 0, 15, ...Array.from({ length: 32 }, () => 7)] : [];
  const extra = isLocked ? [...numberOf(lock.length), ...lock] : [];
  const hasContent = content.length > 0;
  const fields = [
    ...(isLocked ? numberOf(extra.length) : []),
    ...(hasContent ? numberOf(content.length) : []),
    // A folder or not, with a time, with a checksum.
    ...numberOf(isFolder ? 3 : 6),
    ...numberOf(content.length),
    ...numberOf(isFolder ? UNIX.folder : UNIX.file),
    ...littleEndian(MODIFIED, 4),
    ...(isFolder ? [] : littleEndian(crc32(content), 4)),
    // Stored, by Unix.
    ...numberOf(0),
    ...numberOf(1),
    ...numberOf(path.length),
    ...path,
    ...extra,
  ];
  return Buffer.concat([block5(2, (isLocked ? 1 : 0) | (hasContent ? 2 : 0), fields), content]);
}

function block5(type: number, flags: number, fields: readonly number[]): Buffer {
  const body = [...numberOf(type), ...numberOf(flags), ...fields];
  const header = Buffer.from([...numberOf(body.length), ...body]);
  return Buffer.concat([Buffer.from(littleEndian(crc32(header), 4)), header]);
}

/** A number as RAR 5.0 writes it: seven bits in each byte, the lowest first. */
function numberOf(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...numberOf(Math.floor(value / 128))];
}

/** An archive of RAR before 5.0. With `isLocked` its headers are encrypted, names included. */
export function makeRar4(entries: readonly Entry[], { isLocked = false } = {}): Buffer {
  const noise = Buffer.from(Array.from({ length: 96 }, (_, at) => (at * 37) % 251));
  const reserved = littleEndian(0, 6);
  const blocks = isLocked
    ? [block4(0x73, 0x80, reserved), noise]
    : [block4(0x73, 0, reserved), ...entries.map(file4), block4(0x7b, 0x4000, [])];
  return Buffer.concat([Buffer.from('526172211a0700', 'hex'), ...blocks]);
}

function file4({ name, content = EMPTY, isFolder = false, isLocked = false }: Entry): Buffer {
  const path = Buffer.from(name);
  const fields = [
    ...littleEndian(content.length, 4),
    ...littleEndian(content.length, 4),
    // Unix.
    3,
    ...littleEndian(crc32(content), 4),
    ...littleEndian(DOS_MODIFIED, 4),
    // Read by version 2.9, stored.
    29,
    0x30,
    ...littleEndian(path.length, 2),
    ...littleEndian(isFolder ? UNIX.folder : UNIX.file, 4),
    ...path,
  ];
  return Buffer.concat([
    block4(0x74, 0x8000 | (isFolder ? 0xe0 : 0) | (isLocked ? LOCKED : 0), fields),
    content,
  ]);
}

function block4(type: number, flags: number, fields: readonly number[]): Buffer {
  const header = Buffer.from([
    type,
    ...littleEndian(flags, 2),
    ...littleEndian(fields.length + 7, 2),
    ...fields,
  ]);
  return Buffer.concat([Buffer.from(littleEndian(crc32(header) % 2 ** 16, 2)), header]);
}

function littleEndian(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256);
}
