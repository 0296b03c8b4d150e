import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pixelsOf } from './pixels-of.ts';

const sample = (name: string) =>
  new Uint8Array(
    readFileSync(new URL(`../../../../../../test-kit/sample-files/pictures/${name}`, import.meta.url)),
  );
const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each([
  ['a jpeg', sample('upright.jpg'), 60 * 40],
  ['a gif', sample('picture.gif'), 60 * 40],
  ['a webp', sample('picture.webp'), 60 * 40],
  ['a png of 400 megapixels', hex('89504e470d0a1a0a0000000d4948445200004e2000004e200806000000'), 400_000_000],
  ['a large webp', hex('524946460000000057454250565038580a00000000000000fe3f00fe3f00'), 16_383 ** 2],
  ['a webp without loss', hex('5249464600000000574542505650384c000000002f3bc00900'), 60 * 40],
  ['a png that ends before it', hex('89504e470d0a1a0a0000000d49484452'), undefined],
  ['a jpeg of nothing but its beginning', hex('ffd8ffffffffff'), undefined],
  ['a text', new TextEncoder().encode('of no pixels at all'), undefined],
  ['nothing', new Uint8Array(), undefined],
])('the pixels of %s are read from its beginning', (_, bytes, pixels) => {
  expect(pixelsOf(bytes)).toBe(pixels);
});
