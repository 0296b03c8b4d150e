import type { SevenZipModuleFactory } from '7z-wasm';
import type { Archive } from '../read-archive.ts';
import type { PartReader } from './part-reader.ts';
import { createEntryReader } from './read-entries.ts';

/** More than are shown; a list of more is cut. */
const MOST_ENTRIES = 10_000;
/** Where the archive lies in the file system that 7-Zip sees. */
const PATH = '/archive';
/** The byte of a rar's signature that is 1 from version 5 on. */
const RAR_VERSION_AT = 6;
const STANDARD_OUTPUT = 1;
/** Emscripten's message when a program gets no memory. */
const NO_MEMORY = 'Aborted';
/** Emscripten expects null, though its declarations say a number. */
const END_OF_INPUT = null as unknown as number;

export type PackedFormat = '7z' | 'rar';

/** Names are locked by a password, the list is longer than is read, or there is none to be read. */
type ListFailure = 'locked' | 'long' | 'broken';
export type Listing = Archive | { failure: ListFailure };

/** Files and streams of Emscripten's file system in memory, as far as their declarations leave them out. */
type Transfer = (stream: unknown, bytes: Uint8Array, offset: number, length: number) => number;
type ReadAt = (...given: [...Parameters<Transfer>, position: number]) => number;
type FileNode = { usedBytes: number; stream_ops: { read: ReadAt } };
type OpenStreams = { streams: { stream_ops: { write: Transfer } }[] };

/** Lists a 7z or rar by its headers with 7-Zip, as far as they can be read; throws only if its bytes are missing. */
export async function listArchive(
  start: SevenZipModuleFactory,
  reader: PartReader,
  format: PackedFormat,
  isLate: () => boolean,
): Promise<Listing> {
  let isPasswordAsked = false;
  let complaints = '';
  const program = await start({
    stdin() {
      isPasswordAsked = true;
      return END_OF_INPUT;
    },
    printErr(line) {
      complaints += line;
    },
  });
  const { FS } = program;
  FS.writeFile(PATH, '');
  const node = FS.lookupPath(PATH).node as unknown as FileNode;
  node.usedBytes = reader.size;
  node.stream_ops = {
    ...node.stream_ops,
    read: (_stream, into, offset, length, position) =>
      reader.read(into.subarray(offset, offset + length), position),
  };
  const list = createEntryReader();
  const output = (FS as unknown as OpenStreams).streams[STANDARD_OUTPUT];
  if (!output) throw new Error('7-Zip has no output');
  output.stream_ops = {
    ...output.stream_ops,
    write(_stream, bytes, offset, length) {
      list.add(bytes.subarray(offset, offset + length));
      // Passes through the program, which knows no exceptions, and ends it.
      if (list.entries.length >= MOST_ENTRIES || isLate()) throw new Error('Enough is listed');
      return length;
    },
  };
  let isWhole = false;
  try {
    // Properties as lines, no heading, no progress.
    const code: unknown = program.callMain(['l', '-slt', '-ba', '-bd', typeOf(reader, format), PATH]);
    isWhole = code === 0;
  } catch (error) {
    if (reader.failure !== undefined) throw error;
    complaints += String(error);
  }
  const { entries } = list;
  if (isWhole || entries.length > 0)
    return { entries, count: entries.length, isCut: !isWhole || reader.isCut };
  if (isPasswordAsked) return { failure: 'locked' };
  return { failure: reader.isCut || complaints.includes(NO_MEMORY) ? 'long' : 'broken' };
}

/** Names the format, so that no other reader of 7-Zip is tried on the bytes. */
function typeOf(reader: PartReader, format: PackedFormat): string {
  if (format === '7z') return '-t7z';
  const beginning = new Uint8Array(RAR_VERSION_AT + 1);
  reader.read(beginning, 0);
  return beginning[RAR_VERSION_AT] === 1 ? '-trar5' : '-trar';
}
