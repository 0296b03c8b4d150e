import { MissingObjectError } from '@vitrin/engine/storage/storage.ts';
import { type ByteSource, bufferOf, bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { startDigests } from '@vitrin/engine/bytes/threaded-digests.ts';
import type { Context } from '../../../context.ts';
import { sliced } from '@vitrin/engine/event-loop/slices.ts';
import { localHeader, type ZipFile } from '@vitrin/engine/zip/zip-layout.ts';
import {
  ArchiveRecord,
  FORMAT,
  FORMAT_VERSION,
  ManifestEntry,
  ManifestHead,
  MAX_RECORD_BYTES,
} from '../carried/records.ts';
import { ArchiveError } from './archive-error.ts';
import type { ReadRange } from './check/read-directory.ts';

export function readerOf({ storage }: Pick<Context, 'storage'>, key: string): ReadRange {
  return async (range) => {
    if (range.end < range.start) return Buffer.alloc(0);
    try {
      return await storage.read(key, range);
    } catch (error) {
      if (error instanceof MissingObjectError) throw new ArchiveError('imports.cut_off');
      throw error;
    }
  };
}

type LocatedEntry = ZipFile & { startsAt: number };

/** Yields an entry's bytes; ArchiveError at the end for a wrong checksum: the caller drops what it made of them. */
export async function* readEntry(
  read: ReadRange,
  { startsAt, ...file }: LocatedEntry,
  sha256?: string,
): AsyncGenerator<Uint8Array, void> {
  const header = localHeader(file);
  const start = startsAt + header.length;
  const found = await bufferOf(await read({ start: startsAt, end: start - 1 }));
  if (!found.equals(header)) throw new ArchiveError('imports.not_ours');
  const digests = startDigests(file.size);
  let isDone = false;
  try {
    for await (const chunk of bytesOf(await read({ start, end: start + file.size - 1 }))) {
      const seen = digests.update(chunk);
      seen.catch(() => {});
      yield chunk;
      await seen;
    }
    isDone = true;
  } finally {
    if (!isDone) digests.leave();
  }
  const taken = await digests.end();
  if (taken.crc32 !== file.crc32 || (sha256 !== undefined && taken.sha256 !== sha256))
    throw new ArchiveError('imports.damaged', { name: file.name });
}

const BYTES_AT_ONCE = 32 * 1024;

/** Lines of text, none longer than a record may be; other requests run in between. */
function linesOf(source: ByteSource): AsyncGenerator<string, void> {
  return sliced(splitLines(source), BYTES_AT_ONCE, (line) => line.length + 1);
}

async function* splitLines(source: ByteSource): AsyncGenerator<string, void> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      if (length + end - from > MAX_RECORD_BYTES) throw new ArchiveError('imports.bad_records');
      yield textOf([...rest, Buffer.from(chunk.subarray(from, end))]);
      [rest, length, from] = [[], 0, end + 1];
    }
    const left = Buffer.from(chunk.subarray(from));
    rest.push(left);
    length += left.length;
    if (length > MAX_RECORD_BYTES) throw new ArchiveError('imports.bad_records');
  }
  if (length > 0) yield textOf(rest);
}

function textOf(pieces: Buffer[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new ArchiveError('imports.bad_records');
  }
}

const MAX_DEPTH = 4;

/** Records nest three deep at most. Deeper ones are refused before they are parsed. */
function parsed(line: string): unknown {
  let [depth, isText] = [0, false];
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (isText) {
      if (code === 92) at += 1;
      else if (code === 34) isText = false;
    } else if (code === 34) isText = true;
    else if (code === 123 || code === 91) depth += 1;
    else if (code === 125 || code === 93) depth -= 1;
    if (depth > MAX_DEPTH) throw new ArchiveError('imports.bad_records');
  }
  try {
    return JSON.parse(line);
  } catch {
    throw new ArchiveError('imports.bad_records');
  }
}

export async function* readRecords(source: ByteSource): AsyncGenerator<ArchiveRecord, void> {
  for await (const line of linesOf(source)) {
    const { data } = ArchiveRecord.safeParse(parsed(line));
    if (data === undefined) throw new ArchiveError('imports.bad_records');
    yield data;
  }
}

const HEAD_END = ',"entries":[';

type Manifest = { head: ManifestHead; entries: AsyncGenerator<ManifestEntry, void> };

/**
 * Reads the manifest, which names all other entries in their order; throws ArchiveError where it is none. `entries`
 * come one after the other and throw at their end where bytes are damaged: read them to the end, or leave them by
 * `return`.
 */
export async function readManifest(source: ByteSource): Promise<Manifest> {
  const lines = linesOf(source);
  try {
    const first = await lines.next();
    if (first.done) throw new ArchiveError('imports.bad_manifest');
    return { head: readHead(first.value), entries: manifestEntries(lines) };
  } catch (error) {
    await lines.return();
    throw error;
  }
}

async function* manifestEntries(lines: AsyncGenerator<string, void>): AsyncGenerator<ManifestEntry, void> {
  let isEnded = false;
  for await (const line of lines) {
    if (isEnded) throw new ArchiveError('imports.bad_manifest');
    isEnded = line === ']}';
    if (isEnded) continue;
    const { data } = ManifestEntry.safeParse(parsed(line.endsWith(',') ? line.slice(0, -1) : line));
    if (!data) throw new ArchiveError('imports.bad_manifest');
    yield data;
  }
  if (!isEnded) throw new ArchiveError('imports.bad_manifest');
}

function readHead(line: string): ManifestHead {
  if (!line.endsWith(HEAD_END)) throw new ArchiveError('imports.bad_manifest');
  const value = parsed(`${line.slice(0, -HEAD_END.length)}}`);
  const { format, version } = { ...(value as { format?: unknown; version?: unknown }) };
  if (format !== FORMAT || typeof version !== 'number') throw new ArchiveError('imports.not_ours');
  if (version > FORMAT_VERSION) throw new ArchiveError('imports.from_the_future');
  const { data } = ManifestHead.safeParse(value);
  if (!data) throw new ArchiveError('imports.bad_manifest');
  return data;
}
