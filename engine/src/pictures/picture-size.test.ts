import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureSizeIn } from './picture-size.ts';

const picture = () => sharp({ create: { width: 60, height: 20, channels: 4, background: '#0e5a54' } });

test.each([
  ['image/png', () => picture().png()],
  ['image/gif', () => picture().gif()],
  ['image/webp', () => picture().webp()],
  ['image/webp', () => picture().webp({ lossless: true })],
  ['image/webp', () => picture().removeAlpha().webp()],
  ['image/jpeg', () => picture().jpeg()],
  ['image/jpeg', () => picture().jpeg({ progressive: true })],
] as const)('the size of %s is read from its beginning', async (mediaType, make) => {
  const bytes = await make().toBuffer();
  expect(pictureSizeIn(mediaType, bytes)).toEqual({ width: 60, height: 20 });
});

test.each([
  [1, { width: 60, height: 20 }],
  [3, { width: 60, height: 20 }],
  [6, { width: 20, height: 60 }],
  [8, { width: 20, height: 60 }],
])('a photograph with orientation %i is as it is shown', async (orientation, size) => {
  const bytes = await picture().jpeg().withMetadata({ orientation }).toBuffer();
  expect(pictureSizeIn('image/jpeg', bytes)).toEqual(size);
});

test('no size is invented where the beginning does not contain one', async () => {
  const png = await picture().png().toBuffer();
  const jpeg = await picture().jpeg().toBuffer();
  expect(pictureSizeIn('image/png', png.subarray(0, 20))).toBeUndefined();
  expect(pictureSizeIn('image/jpeg', jpeg.subarray(0, 30))).toBeUndefined();
  expect(pictureSizeIn('image/jpeg', Buffer.from('ffd8ffe10002'.repeat(50), 'hex'))).toBeUndefined();
  expect(pictureSizeIn('image/jpeg', Buffer.alloc(0))).toBeUndefined();
  expect(pictureSizeIn('image/webp', Buffer.alloc(100))).toBeUndefined();
  expect(pictureSizeIn('application/pdf', png)).toBeUndefined();
  png.writeUInt32BE(4_000_000_000, 16);
  expect(pictureSizeIn('image/png', png)).toBeUndefined();
});
