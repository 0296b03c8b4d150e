import { expect, test } from 'vitest';
import { createComparison } from './difference.ts';

const SIZE = { width: 100, height: 90 };
type Rgba = readonly [number, number, number, number];
const TEAL: Rgba = [15, 118, 110, 255];

function filled(colour: Rgba = TEAL): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: SIZE.width * SIZE.height * 4 }, (_none, at) => colour[at % 4] ?? 0);
}

function painted(spots: [x: number, y: number][], colour: Rgba): Uint8ClampedArray {
  const pixels = filled();
  for (const [x, y] of spots) pixels.set(colour, (y * SIZE.width + x) * 4);
  return pixels;
}

/** Compares in slices of `rows` rows. */
function compare(older: Uint8ClampedArray, newer: Uint8ClampedArray, rows: number = SIZE.height) {
  const comparison = createComparison(SIZE);
  const bytes = SIZE.width * 4;
  for (let top = 0; top < SIZE.height; top += rows) {
    const slice = (pixels: Uint8ClampedArray) => pixels.slice(top * bytes, (top + rows) * bytes);
    comparison.add(slice(older), slice(newer), top);
  }
  return comparison.finish();
}

test('two equal pictures have no differences and no marks', () => {
  expect(compare(filled(), filled())).toEqual({ share: 0, areas: [] });
  expect(createComparison(SIZE).add(filled(), filled(), 0)).toBeUndefined();
});

test.each([90, 7, 1])('a difference is found to the pixel, in slices of %d rows', (rows) => {
  const spots: [number, number][] = [];
  for (let x = 31; x < 54; x += 1) for (let y = 14; y < 31; y += 1) spots.push([x, y]);
  const { share, areas } = compare(filled(), painted(spots, [234, 88, 12, 255]), rows);
  expect(areas).toEqual([{ x: 31, y: 14, width: 23, height: 17 }]);
  expect(share).toBeCloseTo((23 * 17) / 9000, 10);
});

test('differences far apart are several places, at the edges too', () => {
  const orange: Rgba = [234, 88, 12, 255];
  const corners: [number, number][] = [
    [0, 0],
    [99, 0],
    [0, 89],
    [99, 89],
  ];
  expect(compare(filled(), painted(corners, orange)).areas).toEqual(
    corners.map(([x, y]) => ({ x, y, width: 1, height: 1 })),
  );
  // The last square of a row and the first of the next are far from each other.
  const rowEnd: [number, number][] = [
    [99, 0],
    [0, 16],
  ];
  expect(compare(filled(), painted(rowEnd, orange)).areas).toHaveLength(2);
});

test('a connected difference over many squares is one place', () => {
  const line = Array.from({ length: 90 }, (_none, at): [number, number] => [at, at]);
  expect(compare(filled(), painted(line, [0, 0, 0, 255])).areas).toEqual([
    { x: 0, y: 0, width: 90, height: 90 },
  ]);
});

test('a colour change as small as that of saving again does not count, a slightly larger one does', () => {
  expect(compare(filled(), filled([31, 118, 110, 255])).share).toBe(0);
  expect(compare(filled(), filled([32, 118, 110, 255])).share).toBe(1);
});

test('two transparent pixels are equal in any colour, and differ from an opaque one', () => {
  expect(compare(filled([0, 0, 0, 0]), filled([255, 255, 255, 0])).share).toBe(0);
  expect(compare(filled([0, 0, 0, 0]), filled([0, 0, 0, 255])).share).toBe(1);
});

test('marks are on the pixels that differ', () => {
  const marks = createComparison(SIZE).add(filled(), painted([[3, 2]], [0, 0, 0, 255]), 0);
  const marked = Array.from({ length: SIZE.width * SIZE.height }, (_none, at) => at).filter(
    (at) => marks?.[at * 4 + 3] === 255,
  );
  expect(marked).toEqual([2 * SIZE.width + 3]);
});
