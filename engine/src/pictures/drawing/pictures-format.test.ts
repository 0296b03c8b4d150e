import { expect, test } from 'vitest';
import { readPictures, writeThumbnails, writeWhole } from './pictures-format.ts';

const FACTS = { width: 3000, height: 2000, tint: '#c8643c', pages: null };
const THUMBNAILS = {
  small: Buffer.from('small'),
  medium: Buffer.from('medium'),
  large: Buffer.from('large'),
  ...FACTS,
};
const NONE = Buffer.alloc(0);
const thumbnails = writeThumbnails(THUMBNAILS);
const whole = writeWhole(Buffer.from('all pixels'));

test('thumbnails are read with all pixels or without', () => {
  expect(readPictures(thumbnails)).toEqual({ ...THUMBNAILS, whole: NONE });
  expect(readPictures(Buffer.concat([thumbnails, whole]))).toEqual({
    ...THUMBNAILS,
    whole: Buffer.from('all pixels'),
  });
});

test('thumbnails stay where all pixels end early or go on', () => {
  for (const rest of [whole.subarray(0, 3), whole.subarray(0, -1), Buffer.concat([whole, whole])])
    expect(readPictures(Buffer.concat([thumbnails, rest]))).toEqual({ ...THUMBNAILS, whole: NONE });
});

test('thumbnails that are cut off are none', () => {
  for (let length = 0; length < thumbnails.length; length += 1)
    expect(() => readPictures(thumbnails.subarray(0, length))).toThrow(/./);
});
