import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sampleFile } from '../../../../../../test-kit/sample-files/sample-file.ts';
import { BLUE, draw, expectColour, expectHalves, ORANGE } from '../../../../testing/pictures/draw.ts';
import { makeTiff } from '../../../../testing/pictures/make-tiff.ts';
import { sniffMediaType } from '../../../../media-types/media-type.ts';

/** Pages of 60 by 40 pixels in one TIFF, each of one grey. */
function pagesAsTiff(greys: readonly number[]): Promise<Buffer> {
  const pixels = Buffer.concat(greys.map((grey) => Buffer.alloc(60 * 40 * 3, grey)));
  const raw = { width: 60, height: 40 * greys.length, channels: 3, pageHeight: 40 } as const;
  return sharp(pixels, { raw }).tiff({ compression: 'lzw' }).toBuffer();
}

test('the first page of a TIFF is drawn, and its pages are counted', async () => {
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

test('a tiff with its directory at the end of a long file is recognised', async () => {
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

/** Orange and blue in Lab, and as ink. */
const LAB = [
  [54.5, 36.2, 38.6],
  [41, 9.6, -55],
] as const;
const signed = ([lightness, ...colours]: readonly [number, number, number]) => [
  Math.round(lightness * 2.55),
  ...colours.map((colour) => Math.round(colour + 256) % 256),
];
const [FLOATS, INK] = [3, 5];

test.each([
  ['RGB in tiles of separate planes', { photometric: 2, bits: 8, isTiledInPlanes: true }, ORANGE, BLUE],
  ['Lab of 8 bits', { photometric: 8, bits: 8 }, signed(LAB[0]), signed(LAB[1])],
  [
    'Lab of 8 bits in tiles of separate planes',
    { photometric: 8, bits: 8, isTiledInPlanes: true },
    signed(LAB[0]),
    signed(LAB[1]),
  ],
  ['Lab in floats', { photometric: 8, bits: 32, format: FLOATS }, LAB[0], LAB[1]],
  [
    'RGB of 32 bits',
    { photometric: 2, bits: 32 },
    ORANGE.map((sample) => sample * 0x01_01_01_01),
    BLUE.map((sample) => sample * 0x01_01_01_01),
  ],
] as const)('a tiff of %s is drawn in its colours', async (_, kind, left, right) => {
  const pictures = await draw(makeTiff(kind, left, right));
  expect(pictures).toMatchObject({ width: 60, height: 40 });
  // Blue lies a little outside of what sRGB has.
  await expectHalves(pictures?.large, { tolerance: kind.photometric === 8 ? 35 : 12 });
});

test('floats of a tiff are light, of grey as of colours, in tiles of separate planes too', async () => {
  const halves = { left: [188, 188, 188], right: [255, 255, 255] };
  for (const kind of [{}, { isTiledInPlanes: true }]) {
    const floats = { ...kind, bits: 32, format: FLOATS };
    await expectHalves((await draw(makeTiff({ ...floats, photometric: 1 }, [0.5], [3])))?.large, halves);
    const [left, right] = [
      [0.5, 0.5, 0.5],
      [1, 1, 1],
    ];
    await expectHalves((await draw(makeTiff({ ...floats, photometric: 2 }, left, right)))?.large, halves);
  }
});

test('ink of a tiff in tiles of separate planes is drawn as ink', async () => {
  const pictures = await draw(
    makeTiff({ photometric: INK, bits: 8, isTiledInPlanes: true }, [0, 0, 0, 0], [0, 0, 0, 255]),
  );
  await expectColour(pictures?.large, [10, 20], [255, 255, 255]);
  await expectColour(pictures?.large, [50, 20], [30, 30, 30], 40);
});

test('a tiff with planes that are missing, too large or cut off does not stall the decoder', async () => {
  const whole = makeTiff({ photometric: 2, bits: 8, isTiledInPlanes: true }, ORANGE, BLUE);
  const directory = whole.readUInt32LE(4);
  const broken = (tag: number, at: number, value: number) => {
    const bytes = Buffer.from(whole);
    const entry = Array.from({ length: 12 }, (_, index) => directory + 2 + index * 12).find(
      (position) => bytes.readUInt16LE(position) === tag,
    );
    bytes.writeUInt32LE(value, (entry ?? 0) + at);
    return bytes;
  };
  for (const bytes of [
    broken(324, 4, 0xffff_ffff),
    broken(324, 8, 0xffff_ff00),
    broken(256, 8, 0x7fff_ffff),
    whole.subarray(0, directory + 20),
  ])
    expect((await draw(bytes))?.large.length ?? 0).toBeLessThan(10_000);
});

test('a Photoshop document in Lab is drawn in its colours', async () => {
  const head = Buffer.alloc(26 + 4 + 4 + 4 + 2);
  head.write('8BPS\0\x01', 'latin1');
  head.writeUInt16BE(3, 12);
  head.writeUInt32BE(40, 14);
  head.writeUInt32BE(60, 18);
  head.writeUInt16BE(8, 22);
  head.writeUInt16BE(9, 24);
  // Photoshop stores both colours of Lab from 0 on.
  const planes = [0, 1, 2].map((channel) => {
    const [left = 0, right = 0] = LAB.map((lab) => ((signed(lab)[channel] ?? 0) + (channel && 128)) % 256);
    return Buffer.concat(Array.from({ length: 80 }, (_, half) => Buffer.alloc(30, half % 2 ? right : left)));
  });
  const pictures = await draw(Buffer.concat([head, ...planes]));
  expect(pictures).toMatchObject({ width: 60, height: 40 });
  await expectHalves(pictures?.large, { tolerance: 35 });
});
