import type { ZipLayout } from './zip-layout.ts';

/** A file that was made for the archive, and is in memory. */
export type MadeEntry = { bytes: Buffer; size: number };

/** Archive with the offset of every byte computed; `files` are in the order of the layout. */
export type LaidOut<Entry> = { layout: ZipLayout; files: readonly Entry[] };

/** Bytes from `start` to `end`, both included. */
type Range = { start: number; end: number };

/** The stretches of files that lie in a part of the archive; of one without bytes, a range that is empty. */
export function* stretchesOf<Entry>(
  { layout: { segments }, files }: LaidOut<Entry>,
  range: Range,
): Generator<{ file: Entry; range: Range }, void> {
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

/** A stretch of a file that is elsewhere, or of bytes that are here: from `from`, before `to`. */
type Part<Entry> = { from: number; to: number } & ({ file: Entry } | { file?: never; bytes: Buffer });

/** All that lies in a part of the archive, in order. A generator, because a list would take megabytes for each reader. */
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
