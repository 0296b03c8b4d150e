import { expect, test } from 'vitest';
import { clampShare, frameFor, fitIn } from './geometry.ts';

const sized = (width: number, height: number) => ({ width, height });

test('the frame is that of the picture with more pixels', () => {
  expect(frameFor(sized(100, 100), sized(300, 50))).toEqual(sized(300, 50));
  expect(frameFor(sized(400, 100), sized(300, 50))).toEqual(sized(400, 100));
});

test('a smaller picture of the same shape fills the frame, though its size is rounded', () => {
  expect(fitIn(sized(6000, 4000), sized(1600, 1067))).toEqual({ left: 0, top: 0, width: 1, height: 1 });
});

test('a picture of another shape is as large as it can be, in the middle', () => {
  expect(fitIn(sized(400, 200), sized(200, 200))).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
  expect(fitIn(sized(200, 200), sized(400, 100))).toEqual({ left: 0, top: 0.375, width: 1, height: 0.25 });
});

test.each([
  [-3, 0],
  [0.25, 0.25],
  [7, 1],
])('the share %d is limited to %d', (asked, held) => {
  expect(clampShare(asked)).toBe(held);
});
