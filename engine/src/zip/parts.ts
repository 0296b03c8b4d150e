import type { ZipLayout } from './zip-layout.ts';

export type MadeEntry = { bytes: Buffer; size: number };

/** Archive with the offset of every byte; `files` are in the order of the layout. */
export type LaidOut<Entry> = { layout: ZipLayout; files: readonly Entry[] };

type Range = { start: number; end: number };

/** Ranges of the files in a part of the archive; an empty file has an empty range. */
export function* stretchesOf<Entry>(
  { layout: { segments }, files }: LaidOut<Entry>,
  range: Range,
): Generator<{ file: Entry; range: Range }, void> {
  for (let at = firstWithin(segments, range.start); at < segments.length; at += 1) {
    const segment = segments[at];
    // An empty file belongs to the byte before it.
    if (!segment || segment.start > range.end + (segment.length === 0 ? 1 : 0)) return;
    const file = 'file' in segment ? files[segment.file] : undefined;
    if (!file) continue;
    const start = Math.max(range.start, segment.start) - segment.start;
    const end = Math.min(range.end, segment.start + segment.length - 1) - segment.start;
    yield { file, range: { start, end } };
  }
}

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

/** Bytes `from` to before `to` of a stored file, or of bytes in memory. */
type Part<Entry> = { from: number; to: number } & ({ file: Entry } | { file?: never; bytes: Buffer });

/** Yields a part of the archive in order; a list would take megabytes for each reader. */
export function* partsOf<Entry extends object>(
  { layout, files }: LaidOut<Entry | MadeEntry>,
  { start, end }: Range,
): Generator<Part<Entry>, void> {
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
