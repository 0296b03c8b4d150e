export type ByteRange = { start: number; end: number };

/** Most ranges kept; the shortest beyond that are dropped, so a union understates a download, never overstates it. */
export const MOST_RANGES = 64;

/** Adds a range to disjoint ranges in ascending order; returns the same array if it adds nothing. */
export function withRange(ranges: ByteRange[], { start, end }: ByteRange): ByteRange[] {
  if (start > end || ranges.some((range) => range.start <= start && end <= range.end)) return ranges;
  const touches = (range: ByteRange) => range.start <= end + 1 && start <= range.end + 1;
  const touched = ranges.filter(touches);
  const union = {
    start: Math.min(start, ...touched.map((range) => range.start)),
    end: Math.max(end, ...touched.map((range) => range.end)),
  };
  const all = [
    ...ranges.filter((range) => range.end < start && !touches(range)),
    union,
    ...ranges.filter((range) => range.start > end && !touches(range)),
  ];
  if (all.length <= MOST_RANGES) return all;
  const shortest = all.reduce((least, range) => (lengthOf(range) < lengthOf(least) ? range : least));
  return all.filter((range) => range !== shortest);
}

/** True if the ranges can be the union of a file of `size` bytes: few, in order, with gaps, inside the file. */
export function areApart(ranges: readonly ByteRange[], size: number): boolean {
  let free = 0;
  for (const { start, end } of ranges) {
    if (start < free || end < start || end >= size) return false;
    free = end + 2;
  }
  return ranges.length <= MOST_RANGES;
}

export function bytesIn(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, range) => sum + lengthOf(range), 0);
}

function lengthOf({ start, end }: ByteRange): number {
  return end - start + 1;
}

/** Ranges in the form of their column, such as "0-99 200-299". */
export function writeRanges(ranges: readonly ByteRange[]): string {
  return ranges.map(({ start, end }) => `${start}-${end}`).join(' ');
}

export function readRanges(text: string): ByteRange[] {
  if (text === '') return [];
  return text.split(' ').map((range) => {
    const [start = NaN, end = NaN] = range.split('-').map(Number);
    return { start, end };
  });
}
