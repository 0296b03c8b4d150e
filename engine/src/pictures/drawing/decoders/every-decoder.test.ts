import { describe, expect, test } from 'vitest';
import { type Cases, casesOf } from '../../../../../test-kit/large/extent.ts';
import { type SAMPLE_FILES, sampleFile } from '../../../../../test-kit/sample-files/sample-file.ts';
import {
  type Broken,
  brokenWays,
  draw,
  expectHalves,
  expectPictureOrNone,
} from '../../../testing/pictures/draw.ts';
import { sniffMediaType } from '../../../media-types/media-type.ts';

/** `broken` is the way in which `npm test` breaks it. */
type Sample = [name: (typeof SAMPLE_FILES)[number], mediaType: string, tolerance: number, broken: Broken];

/** One sample for each decoder and each of its colour models. Printed inks differ from screen colours. */
const SAMPLES: Cases<Sample> = {
  daily: [
    ['halves.apng', 'image/apng', 12, 'cut off'],
    ['halves.bmp', 'image/bmp', 12, 'disturbed'],
    ['halves.heic', 'image/heic', 12, 'cut off'],
    ['halves.ico', 'image/x-icon', 12, 'disturbed'],
    ['halves.jp2', 'image/jp2', 12, 'cut off'],
    ['halves.jxl', 'image/jxl', 12, 'disturbed'],
    ['halves-cmyk.psd', 'image/vnd.adobe.photoshop', 64, 'disturbed'],
    ['halves-cmyk.tif', 'image/tiff', 64, 'cut off'],
  ],
  rare: [
    ['halves-palette.bmp', 'image/bmp', 12, 'cut off'],
    ['halves.psd', 'image/vnd.adobe.photoshop', 12, 'cut off'],
    ['halves-large.psd', 'image/vnd.adobe.photoshop', 12, 'cut off'],
    ['halves.tif', 'image/tiff', 12, 'disturbed'],
  ],
};

test.each(Object.values(SAMPLES).flat())('%s is recognised', async (name, mediaType) => {
  expect(await sniffMediaType(sampleFile(name))).toBe(mediaType);
});

describe.each(casesOf(SAMPLES))('%s', (name, _, tolerance, broken) => {
  const bytes = sampleFile(name);

  test('is drawn as it is', async () => {
    const pictures = await draw(bytes);
    expect(pictures).toMatchObject({ width: 60, height: 40 });
    for (const size of ['small', 'medium', 'large'] as const)
      await expectHalves(pictures?.[size], { tolerance });
  });

  test.each(brokenWays(broken))('gives a picture or none where it is %s', (way) =>
    expectPictureOrNone(bytes, way),
  );
});

test('a photoshop document of a billion pixels has none', async () => {
  const bomb = Buffer.from(sampleFile('halves.psd'));
  bomb.writeUInt32BE(300_000, 14);
  bomb.writeUInt32BE(300_000, 18);
  expect(await draw(bomb)).toBeUndefined();
});

test.each([
  ['halves.bmp', 18],
  ['halves.jp2', sampleFile('halves.jp2').indexOf(Buffer.from('ff4fff51', 'hex')) + 8],
] as const)('%s with the width of a billion pixels has none', async (name, position) => {
  const bomb = Buffer.from(sampleFile(name));
  if (name.endsWith('bmp')) bomb.writeUInt32LE(1_000_000_000, position);
  else bomb.writeUInt32BE(1_000_000_000, position);
  expect(await draw(bomb)).toBeUndefined();
});
