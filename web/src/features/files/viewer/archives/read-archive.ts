import { decodeNames } from './decode-names.ts';

/** Bytes of the list of contents that are read at most; a hundred thousand names fit into ten times of it. */
const MAX_LIST_BYTES = 2 * 1024 * 1024;

/** Signatures and lengths of APPNOTE.TXT, 4.3 and 4.4. */
const END = { signature: 0x06_05_4b_50, length: 22, maxComment: 65_535 };
const LARGE_END = { signature: 0x06_06_4b_50, length: 56 };
const LARGE_END_LOCATOR = { signature: 0x07_06_4b_50, length: 20 };
const ENTRY = { signature: 0x02_01_4b_50, length: 46 };
const IN_LARGE_FIELD = 0xff_ff_ff_ff;
const LARGE_FIELD = 1;
const NAME_FIELD = 0x7075;
const ENCRYPTED = 1;
const UTF_8 = 0x0800;

export type ArchiveEntry = {
  /** Path as stored in the archive, a folder's with a slash at its end; untrusted, so it is only shown. */
  path: string;
  /** Bytes when unpacked. */
  size: number;
  isEncrypted: boolean;
  /** Timestamp of its last change, where it is known. */
  modified?: string;
};

export type Archive = {
  entries: ArchiveEntry[];
  /** Entries that the archive says it has; more than `entries` where the list is too long to be read. */
  count: number;
  /** More of it may follow, how much is not known. */
  isCut?: boolean;
};

/** Reads bytes from `start` up to before `end`. */
type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** Lists the content of a zip of `size` bytes by its directory at the end alone. Throws where there is none. */
export async function readArchive(size: number, read: ReadRange): Promise<Archive> {
  const tailStart = Math.max(0, size - END.length - END.maxComment - LARGE_END_LOCATOR.length);
  const tail = viewOf(await read(tailStart, size));
  const start = await findList(tail, read);
  const isInside = start.start >= 0 && start.start + start.bytes <= size;
  if (!isInside) throw new Error('The list of the archive lies outside of it');
  const list = await read(start.start, start.start + Math.min(start.bytes, MAX_LIST_BYTES));
  return { entries: parseEntries(viewOf(list)), count: start.count };
}

type ListLocation = { start: number; bytes: number; count: number };

async function findList(tail: DataView, read: ReadRange): Promise<ListLocation> {
  for (let at = tail.byteLength - END.length; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END.signature) continue;
    const start = tail.getUint32(at + 16, true);
    const locator = at - LARGE_END_LOCATOR.length;
    const isLarge = locator >= 0 && tail.getUint32(locator, true) === LARGE_END_LOCATOR.signature;
    if (isLarge) return findLargeList(largeNumber(tail, locator + 8), read);
    return { start, bytes: tail.getUint32(at + 12, true), count: tail.getUint16(at + 10, true) };
  }
  throw new Error('The archive has no list');
}

async function findLargeList(at: number, read: ReadRange): Promise<ListLocation> {
  const end = viewOf(await read(at, at + LARGE_END.length));
  if (end.byteLength < LARGE_END.length || end.getUint32(0, true) !== LARGE_END.signature)
    throw new Error('The archive has no list');
  return { start: largeNumber(end, 48), bytes: largeNumber(end, 40), count: largeNumber(end, 32) };
}

/** Entries up to the first that is cut off or is none. */
function parseEntries(list: DataView): ArchiveEntry[] {
  const entries: (Omit<ArchiveEntry, 'path'> & { path: string | undefined })[] = [];
  const undeclared: Uint8Array[] = [];
  for (let at = 0; at + ENTRY.length <= list.byteLength;) {
    if (list.getUint32(at, true) !== ENTRY.signature) break;
    const flags = list.getUint16(at + 8, true);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      list.getUint16(at + field, true),
    );
    const nameAt = at + ENTRY.length;
    const extraAt = nameAt + (nameBytes ?? 0);
    const next = extraAt + (extraBytes ?? 0) + (commentBytes ?? 0);
    if (next > list.byteLength) break;
    const name = new Uint8Array(list.buffer, list.byteOffset + nameAt, nameBytes);
    const size = list.getUint32(at + 24, true);
    const path = declaredName(name, (flags & UTF_8) !== 0, fieldsOf(list, extraAt, extraBytes ?? 0));
    if (path === undefined) undeclared.push(name);
    entries.push({
      path,
      size: size === IN_LARGE_FIELD ? largeSize(fieldsOf(list, extraAt, extraBytes ?? 0)) : size,
      isEncrypted: (flags & ENCRYPTED) !== 0,
    });
    at = next;
  }
  const decoded = decodeNames(undeclared).values();
  return entries.map(({ path, ...entry }) => ({ path: path ?? decoded.next().value ?? '', ...entry }));
}

type Fields = Generator<{ id: number; bytes: DataView }, void>;

/** The extra fields of an entry, up to the first that is cut off. */
function* fieldsOf(list: DataView, start: number, length: number): Fields {
  for (let at = start; at + 4 <= start + length;) {
    const bytes = list.getUint16(at + 2, true);
    if (at + 4 + bytes > start + length) return;
    yield { id: list.getUint16(at, true), bytes: new DataView(list.buffer, list.byteOffset + at + 4, bytes) };
    at += 4 + bytes;
  }
}

/** The name of an entry that states its encoding: by a flag, or by a field with the name in UTF-8 and the checksum of the other. */
function declaredName(name: Uint8Array, isUtf8: boolean, fields: Fields): string | undefined {
  if (isUtf8) return UTF_8_DECODER.decode(name);
  for (const { id, bytes } of fields)
    if (id === NAME_FIELD && bytes.byteLength > 5 && bytes.getUint32(1, true) === crc32(name))
      return UTF_8_DECODER.decode(new Uint8Array(bytes.buffer, bytes.byteOffset + 5, bytes.byteLength - 5));
  return undefined;
}

const UTF_8_DECODER = new TextDecoder();

function crc32(bytes: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~sum >>> 0;
}

/** The size of an entry of more than 4 GB stands in a field of its own. */
function largeSize(fields: Fields): number {
  for (const { id, bytes } of fields)
    if (id === LARGE_FIELD && bytes.byteLength >= 8) return largeNumber(bytes, 0);
  return IN_LARGE_FIELD;
}

function largeNumber(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
