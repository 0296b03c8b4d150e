import { decodeNames } from './decode-names.ts';
import type { Archive, ArchiveEntry } from './read-archive.ts';

const BLOCK = 512;
/** Most unpacked bytes that are searched for names, which lie between those of the files. */
const MOST_UNPACKED = 128 * 1024 * 1024;
const MOST_ENTRIES = 20_000;
/** A name that does not fit its field has an entry of its own before it. */
const MOST_NAME_BYTES = 64 * 1024;

/** Places of the fields in a header (POSIX.1-1988, ustar). */
const SIZE_AT = 124;
const SUM_AT = 148;
const KIND_AT = 156;
const MAGIC_AT = 257;
const PREFIX_AT = 345;

const UTF_8 = new TextDecoder();

type Header = { name: Uint8Array; prefix: Uint8Array; size: number; kind: string };

/** Lists a tar or tar.gz by its beginning, up to 128 MB unpacked; `isCut` if more follows. Throws for other bytes. */
export async function readTar(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  isPacked: boolean,
): Promise<Archive> {
  const stream = isPacked ? body.pipeThrough(new DecompressionStream('gzip')) : body;
  const reader = stream.getReader();
  const source = createSource(reader);
  const found: { name: Uint8Array | string; size: number }[] = [];
  let isCut = false;
  try {
    let longName: string | undefined;
    for (;;) {
      const block = await source.take(BLOCK);
      isCut = !block;
      if (!block || block.every((byte) => byte === 0)) break;
      const header = readHeader(block);
      if (!header) break;
      const { kind, size } = header;
      const isName = kind === 'L' || kind === 'x';
      if (isName && size <= MOST_NAME_BYTES) {
        const bytes = await source.take(padded(size));
        isCut = !bytes;
        if (!bytes) break;
        longName = nameIn(bytes.subarray(0, size), kind) ?? longName;
        continue;
      }
      if (kind === '0' || kind === '\0' || kind === '7' || kind === '5') {
        const name = longName ?? joined(header);
        found.push({ name, size: kind === '5' ? 0 : size });
      }
      longName = undefined;
      isCut = found.length >= MOST_ENTRIES || !(await source.skip(padded(size)));
      if (isCut) break;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
  if (found.length === 0) throw new Error('The archive has no list');
  return { entries: entriesOf(found), count: found.length, isCut };
}

function entriesOf(found: readonly { name: Uint8Array | string; size: number }[]): ArchiveEntry[] {
  const decoded = decodeNames(found.flatMap(({ name }) => (typeof name === 'string' ? [] : [name]))).values();
  return found.map(({ name, size }) => ({
    path: typeof name === 'string' ? name : (decoded.next().value ?? ''),
    size,
    isEncrypted: false,
  }));
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** Undefined unless it is a header: the checksum covers all of its bytes, its own as spaces. */
function readHeader(block: Uint8Array): Header | undefined {
  let sum = 8 * 32;
  for (const [at, byte] of block.entries()) if (at < SUM_AT || at >= SUM_AT + 8) sum += byte;
  if (sum !== octal(block.subarray(SUM_AT, SUM_AT + 8))) return undefined;
  const isUstar = UTF_8.decode(block.subarray(MAGIC_AT, MAGIC_AT + 6)) === 'ustar\0';
  return {
    name: untilNul(block.subarray(0, 100)),
    prefix: isUstar ? untilNul(block.subarray(PREFIX_AT, PREFIX_AT + 155)) : new Uint8Array(),
    size: sizeOf(block.subarray(SIZE_AT, SIZE_AT + 12)),
    kind: String.fromCharCode(block[KIND_AT] ?? 0),
  };
}

function joined({ name, prefix }: Header): Uint8Array {
  return prefix.length === 0 ? name : Uint8Array.from([...prefix, 0x2f, ...name]);
}

/** Octal digits, or, with the first bit set, a number of bytes for 8 GB and more. */
function sizeOf(field: Uint8Array): number {
  if (((field[0] ?? 0) & 0x80) === 0) return octal(field);
  return field.subarray(4).reduce((number, byte) => number * 256 + byte, 0);
}

function octal(field: Uint8Array): number {
  const number = Number.parseInt(UTF_8.decode(untilNul(field)).trim(), 8);
  return number > 0 ? number : 0;
}

function untilNul(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

/** The name that an entry has for the next one: its bytes as GNU writes it, or in a record of POSIX.1-2001. */
function nameIn(bytes: Uint8Array, kind: string): string | undefined {
  if (kind === 'L') return UTF_8.decode(untilNul(bytes));
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(UTF_8.decode(bytes))?.[1];
}

/** Takes and skips the first 128 MB of a stream; both say where it ends too early, as a packed one does that is cut off. */
function createSource(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let waiting = new Uint8Array();
  let taken = 0;
  const more = async () => {
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    return value;
  };
  return {
    async take(length: number): Promise<Uint8Array | undefined> {
      taken += length;
      if (taken > MOST_UNPACKED) return undefined;
      while (waiting.length < length) {
        const chunk = await more();
        if (!chunk) return undefined;
        const both = new Uint8Array(waiting.length + chunk.length);
        both.set(waiting);
        both.set(chunk, waiting.length);
        waiting = both;
      }
      const bytes = waiting.subarray(0, length);
      waiting = waiting.subarray(length);
      return bytes;
    },
    async skip(length: number): Promise<boolean> {
      taken += length;
      if (taken > MOST_UNPACKED) return false;
      let left = length;
      while (left > waiting.length) {
        left -= waiting.length;
        const chunk = await more();
        if (!chunk) return false;
        waiting = Uint8Array.from(chunk);
      }
      waiting = waiting.subarray(left);
      return true;
    },
  };
}
