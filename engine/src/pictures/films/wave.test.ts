import { expect, test } from 'vitest';
import { waveDrawing } from './wave.ts';

const heightsOf = (drawing: string) =>
  Array.from(drawing.matchAll(/ height="(\d+)" rx/g), ([, height]) => Number(height));

test('the loudest part fills the height, and silence is a line', () => {
  const samples = new Uint8Array(3000).fill(128);
  for (let at = 1500; at < 3000; at += 1) samples[at] = at % 2 === 0 ? 100 : 156;
  const heights = heightsOf(waveDrawing(samples));
  expect(heights.length).toBe(300);
  expect([Math.max(...heights.slice(0, 149)), Math.min(...heights.slice(151))]).toEqual([4, 240]);
});

test.each([0, 1, 7, 299, 301])('a sound of %i samples has all bars', (length) => {
  const heights = heightsOf(waveDrawing(new Uint8Array(length).fill(255)));
  expect(heights.length).toBe(300);
  expect(heights.every((height) => height >= 4 && height <= 240)).toBe(true);
});
