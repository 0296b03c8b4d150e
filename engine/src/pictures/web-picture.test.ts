import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { adobeRgb } from '../testing/pictures/adobe-rgb.ts';
import { temporaryFolder } from '../testing/temporary.ts';
import { drawWebPicture, hasWebPicture } from './web-picture.ts';

const folder = temporaryFolder();
const MOST = { jpeg: 1024 * 1024, png: 8 * 1024 * 1024 };
const PROFILES = { srgb: 'srgb', 'display-p3': 'p3', 'adobe-rgb': join(folder, 'adobe.icc') };
writeFileSync(PROFILES['adobe-rgb'], adobeRgb());
const METADATA = {
  IFD0: { Make: 'Camera', Model: 'One' },
  IFD2: { BodySerialNumber: 'SN-0123456789', LensSerialNumber: 'LN-0123456789' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '41/1 0/1 30/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '29/1 0/1 0/1',
  },
};

const FULL = [
  [250, 10, 10],
  [15, 245, 20],
  [20, 30, 240],
  [200, 190, 40],
];
/** Colours in a grid of four by four, in each row darker. */
const COLOURS = [1, 0.8, 0.6, 0.4].flatMap((share) =>
  FULL.map((colour) => colour.map((value) => Math.round(value * share))),
);

function grid(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const colour = COLOURS[Math.floor((y * 4) / height) * 4 + Math.floor((x * 4) / width)] ?? [];
      pixels.set(colour, (y * width + x) * 3);
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Makes a jpeg with numbers that mean colours of a profile. */
async function tagged(profile: string, numbers: Sharp): Promise<Buffer> {
  const plain = await numbers.png().toBuffer();
  // Gives the bytes of a profile that sharp has by name.
  const bare = await sharp(plain).withIccProfile(profile).png().toBuffer();
  const { icc } = await sharp(bare).metadata();
  const jpeg = await sharp(plain).jpeg({ quality: 98, chromaSubsampling: '4:4:4' }).toBuffer();
  return withProfile(jpeg, icc ?? Buffer.alloc(0));
}

function withProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
  head.writeUInt16BE(head.length - 2 + icc.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, icc, jpeg.subarray(2)]);
}

async function drawn(bytes: Buffer, mediaType: string, most = MOST) {
  const file = join(folder, `${Math.random()}`);
  writeFileSync(file, bytes);
  return drawWebPicture(file, { mediaType, pixels: 2048, mostBytes: most });
}

/** L, a and b in the middle of each field, by the profile of the picture. */
async function labOf(picture: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(picture)
    .toColourspace('lab')
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true });
  const values = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  return COLOURS.map((_, at) => {
    const x = Math.floor((((at % 4) + 0.5) * info.width) / 4);
    const y = Math.floor(((Math.floor(at / 4) + 0.5) * info.height) / 4);
    const start = (y * info.width + x) * info.channels;
    return Array.from(values.subarray(start, start + 3));
  });
}

test.each(Object.entries(PROFILES))(
  'the web size keeps the profile %s, and colours within dE 2',
  async (_, profile) => {
    const original = await tagged(profile, grid(3000, 2000));
    const web = await drawn(original, 'image/jpeg');
    expect(web?.mediaType).toBe('image/jpeg');
    const [before, after] = await Promise.all(
      [original, web?.bytes ?? original].map((one) => sharp(one).metadata()),
    );
    expect([after?.width, after?.height]).toEqual([2048, 1365]);
    expect(after?.icc?.equals(before?.icc ?? Buffer.alloc(0))).toBe(true);
    const [wanted, got] = await Promise.all([original, web?.bytes ?? original].map(labOf));
    const distances = wanted?.map((lab, at) =>
      Math.hypot(...lab.map((value, axis) => value - (got?.[at]?.[axis] ?? 0))),
    );
    expect(Math.max(...(distances ?? [Infinity]))).toBeLessThan(2);
  },
);

test('the web size is upright, and says neither where nor by which camera it was taken', async () => {
  const original = await grid(3000, 2000)
    .withExif(METADATA)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const marked = await sharp(original).keepMetadata().withExifMerge(METADATA).jpeg().toBuffer();
  expect(marked.includes('SN-0123456789')).toBe(true);
  const web = await drawn(marked, 'image/jpeg');
  const { width, height, orientation, exif, xmp, iptc } = await sharp(web?.bytes).metadata();
  expect({ width, height, orientation, exif, xmp, iptc }).toEqual({ width: 1365, height: 2048 });
  expect(web?.bytes.includes('0123456789') ?? true).toBe(false);
  expect(web?.bytes.includes('Exif') ?? true).toBe(false);
});

test('a picture that is transparent somewhere is a png, and one that only could be a jpeg', async () => {
  const clear = { r: 200, g: 30, b: 30, alpha: 0.4 };
  const background = (colour: typeof clear) =>
    sharp({ create: { width: 2500, height: 1000, channels: 4, background: colour } })
      .png()
      .toBuffer();
  const transparent = await drawn(await background(clear), 'image/png');
  expect(transparent?.mediaType).toBe('image/png');
  const { width, hasAlpha } = await sharp(transparent?.bytes).metadata();
  expect([width, hasAlpha]).toEqual([2048, true]);
  expect((await drawn(await background({ ...clear, alpha: 1 }), 'image/png'))?.mediaType).toBe('image/jpeg');
});

test('inks become the colours of screens, within dE 2', async () => {
  const inks = await grid(300, 200).toColourspace('cmyk').jpeg({ quality: 98 }).toBuffer();
  expect((await sharp(inks).metadata()).space).toBe('cmyk');
  const web = await drawn(inks, 'image/jpeg');
  const { space, channels, icc } = await sharp(web?.bytes).metadata();
  expect({ space, channels, icc }).toEqual({ space: 'srgb', channels: 3 });
  const [wanted, got] = await Promise.all([inks, web?.bytes ?? inks].map(labOf));
  const distances = wanted?.map((lab, at) =>
    Math.hypot(...lab.map((value, axis) => value - (got?.[at]?.[axis] ?? 0))),
  );
  expect(Math.max(...(distances ?? [Infinity]))).toBeLessThan(2);
});

test('a small picture keeps its size', async () => {
  const web = await drawn(await grid(300, 200).png().toBuffer(), 'image/png');
  expect(await sharp(web?.bytes).metadata()).toMatchObject({ width: 300, height: 200, format: 'jpeg' });
});

test('the bytes of noise keep to their limit', async () => {
  const noise = await sharp({
    create: {
      width: 1500,
      height: 1500,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png()
    .toBuffer();
  const web = await drawn(noise, 'image/png', { jpeg: 100_000, png: 100_000 });
  expect(web?.bytes.length).toBeLessThanOrEqual(100_000);
});

test('a file that moves, or cannot be drawn, has no web size', async () => {
  const frames = await sharp(Buffer.alloc(64 * 128 * 3, 80), {
    raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
  })
    .composite([
      { input: { create: { width: 64, height: 64, channels: 3, background: 'red' } }, top: 0, left: 0 },
    ])
    .gif()
    .toBuffer();
  expect((await sharp(frames).metadata()).pages).toBe(2);
  expect(await drawn(frames, 'image/gif')).toBeUndefined();
  expect(await drawn(Buffer.from('no picture'), 'image/jpeg')).toBeUndefined();
  expect(
    ['image/jpeg', 'image/heic', 'image/svg+xml', 'application/pdf', 'video/mp4'].map(hasWebPicture),
  ).toEqual([true, true, false, false, false]);
});
