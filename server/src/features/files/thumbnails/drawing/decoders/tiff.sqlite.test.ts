import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sampleFile } from '../../../../../../../test-kit/sample-files/sample-file.ts';
import { draw, expectColour, ORANGE } from '../../../../../testing/thumbnails/draw.ts';
import { sniffMediaType } from '../../../content/media-type.ts';

/** Pages of 60 by 40 pixels in one TIFF, each of one grey. */
function pagesAsTiff(greys: readonly number[]): Promise<Buffer> {
  const pixels = Buffer.concat(greys.map((grey) => Buffer.alloc(60 * 40 * 3, grey)));
  const raw = { width: 60, height: 40 * greys.length, channels: 3, pageHeight: 40 } as const;
  return sharp(pixels, { raw }).tiff({ compression: 'lzw' }).toBuffer();
}

test('of a TIFF of several pages the first is drawn, and they are counted', async () => {
  const pictures = await draw(await pagesAsTiff([200, 20, 90]));
  expect(pictures).toMatchObject({ width: 60, height: 40, pages: 3 });
  await expectColour(pictures?.large, [30, 20], [200, 200, 200]);
  expect((await draw(await pagesAsTiff([200])))?.pages).toBeNull();
});

test('a fax is drawn in black and white', async () => {
  const pictures = await draw(sampleFile('halves-fax.tif'));
  await expectColour(pictures?.large, [10, 20], [255, 255, 255]);
  await expectColour(pictures?.large, [50, 20], [0, 0, 0]);
});

test('a tiff whose directory stands at the end of a long file is one', async () => {
  const long = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c8643c' } })
    .tiff({ compression: 'none' })
    .toBuffer();
  expect(long.length).toBeGreaterThan(64 * 1024);
  const directory = long.readUInt32LE(4);
  const pixels = long.subarray(8, directory);
  expect(pixels.length).toBeGreaterThan(64 * 1024);
  expect(await sniffMediaType(long.subarray(0, 64 * 1024))).toBe('image/tiff');
  await expectColour((await draw(long))?.large, [200, 150], ORANGE);
});
