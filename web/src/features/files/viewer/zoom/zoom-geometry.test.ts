import { expect, test } from 'vitest';
import { MAX_SCALE, WHOLE, swipeOf, within, zoomedAt } from './zoom-geometry.ts';

test('zooming keeps the point under the pointer in place', () => {
  expect(zoomedAt(WHOLE, 2, { x: 100, y: -50 })).toEqual({ scale: 2, x: -100, y: 50 });
  expect(zoomedAt({ scale: 2, x: -100, y: 50 }, 1, { x: 100, y: -50 })).toEqual(WHOLE);
});

test('zooms between the whole picture and eight times', () => {
  expect(zoomedAt(WHOLE, 0.5, { x: 0, y: 0 }).scale).toBe(1);
  expect(zoomedAt(WHOLE, 99, { x: 0, y: 0 }).scale).toBe(MAX_SCALE);
});

test('a zoomed picture moves no further than its edges', () => {
  const [picture, screen] = [
    { width: 800, height: 400 },
    { width: 800, height: 600 },
  ];
  expect(within({ scale: 2, x: 9999, y: 9999 }, picture, screen)).toEqual({ scale: 2, x: 400, y: 100 });
  expect(within({ scale: 1.2, x: -10, y: -300 }, picture, screen)).toEqual({ scale: 1.2, x: -10, y: -0 });
});

test.each([
  [{ x: 100, y: 10 }, 1],
  [{ x: -100, y: 10 }, -1],
  [{ x: 40, y: 0 }, 0],
  [{ x: 100, y: 90 }, 0],
])('a movement of %o is a swipe of %i', (way, side) => {
  expect(swipeOf(way)).toBe(side);
});
