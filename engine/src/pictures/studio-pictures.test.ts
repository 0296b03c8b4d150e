import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Cases, casesOf } from '../../../test-kit/large/extent.ts';
import { makeFilm } from '../../../test-kit/make-film.ts';
import { greyOf, makeTga, type TgaKind } from '../../../test-kit/make-tga.ts';
import {
  BLUE,
  type Broken,
  brokenWays,
  draw,
  expectHalves,
  expectPictureOrNone,
  ORANGE,
} from '../testing/pictures/draw.ts';
import { sniffMediaType } from '../media-types/media-type.ts';

const HALVES = { width: 60, height: 40, left: ORANGE, right: BLUE };

/** TGA kinds: palettes of two depths, packed ones, and pixels with a meaningless fourth byte. */
const TGA_KINDS: Cases<[string, TgaKind]> = {
  daily: [
    ['15 bits', { type: 2, bits: 15 }],
    ['32 bits without transparency', { type: 2, bits: 32 }],
    ['packed palette', { type: 9, bits: 8, isTop: true }],
  ],
  rare: [
    ['palette', { type: 1, bits: 8 }],
    ['16 bits', { type: 2, bits: 16 }],
    ['24 bits', { type: 2, bits: 24 }],
    ['24 bits from the top', { type: 2, bits: 24, isTop: true }],
    ['24 bits from the right', { type: 2, bits: 24, isRight: true }],
    ['packed 16 bits', { type: 10, bits: 16 }],
    ['packed 24 bits', { type: 10, bits: 24, isTop: true }],
    ['packed 32 bits', { type: 10, bits: 32 }],
  ],
};

test.each(Object.values(TGA_KINDS).flat())('a tga of %s is recognised', async (_, kind) => {
  expect(await sniffMediaType(makeTga(kind, HALVES))).toBe('image/x-tga');
});

test.each(casesOf(TGA_KINDS))('a tga of %s is drawn as it is', async (_, kind) => {
  const pictures = await draw(makeTga(kind, HALVES));
  expect(pictures).toMatchObject({ width: 60, height: 40 });
  await expectHalves(pictures?.large);
});

test.each(casesOf({ daily: [11], rare: [3] }))('a grey tga of type %i is drawn in grey', async (type) => {
  const pictures = await draw(makeTga({ type, bits: 8 }, HALVES));
  const grey = (colour: readonly [number, number, number]) => Array.from({ length: 3 }, () => greyOf(colour));
  await expectHalves(pictures?.large, { left: grey(ORANGE), right: grey(BLUE) });
});

test('a tga keeps the upper side up, whichever row comes first', async () => {
  const quarter = (isTop: boolean) => {
    const bytes = makeTga({ type: 2, bits: 24, isTop }, { ...HALVES, left: BLUE });
    // The first half of its rows.
    bytes.fill(0, 18, 18 + 60 * 20 * 3);
    return bytes;
  };
  for (const isTop of [true, false]) {
    const { large } = (await draw(quarter(isTop))) ?? {};
    const { data, info } = await sharp(large).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [top, bottom] = [data[2] ?? 0, data[(39 * info.width + 30) * 3 + 2] ?? 0];
    expect(isTop ? bottom : top).toBeGreaterThan(150);
    expect(isTop ? top : bottom).toBeLessThan(40);
  }
});

const SOURCE = [
  '-f',
  'lavfi',
  '-i',
  'color=0xc8643c:s=30x40:d=1[a];color=0x2060c0:s=30x40:d=1[b];[a][b]hstack',
  '-frames:v',
  '1',
];

/** The halves as FFmpeg writes them; EXR without its curve, so its numbers are not light. */
function made(name: string, ...args: string[]): Buffer {
  return makeFilm(name, [...SOURCE, ...args, '-f', 'image2', '-update', '1']);
}

let madeExr: Buffer | undefined;
const exr = () => (madeExr ??= made('a.exr', '-pix_fmt', 'gbrpf32le'));

/** Kinds that only FFmpeg reads, and variants that their own decoder refuses. */
const KINDS = casesOf<[string, string, Broken, () => Buffer]>({
  daily: [
    [
      'packed sgi of 16 bits',
      'image/x-sgi',
      'cut off',
      () => made('a.sgi', '-pix_fmt', 'rgb48be', '-rle', '1'),
    ],
    ['bmp of run lengths', 'image/bmp', 'disturbed', packedBmp],
  ],
  rare: [
    ['sgi', 'image/x-sgi', 'disturbed', () => made('a.sgi', '-pix_fmt', 'rgb24')],
    ['pcx', 'image/x-pcx', 'cut off', () => made('a.pcx', '-pix_fmt', 'rgb24')],
    ['dpx of 8 bits', 'image/x-dpx', 'disturbed', () => made('a.dpx', '-pix_fmt', 'rgb24')],
    ['dpx of 10 bits', 'image/x-dpx', 'cut off', () => made('a.dpx', '-pix_fmt', 'gbrp10be')],
  ],
});

describe.each(KINDS)('%s', (_, mediaType, broken, make) => {
  let bytes: Buffer;
  beforeAll(() => void (bytes = make()));

  test('is drawn as it is', async () => {
    expect(await sniffMediaType(bytes)).toBe(mediaType);
    const pictures = await draw(bytes);
    expect(pictures).toMatchObject({ width: 60, height: 40 });
    await expectHalves(pictures?.large);
  });

  test.each(brokenWays(broken))('gives a picture or none where it is %s', (way) =>
    expectPictureOrNone(bytes, way),
  );
});

test.each([
  ['sgi', 'image/x-sgi', bytesAt([[0, '01da000100030028003c0003']])],
  [
    'pcx',
    'image/x-pcx',
    bytesAt([
      [0, '0a050108000000003b002700'],
      [65, '03'],
    ]),
  ],
  ['dpx', 'image/x-dpx', bytesAt([[0, Buffer.from('SDPX').toString('hex')]])],
  ['dpx of the other byte order', 'image/x-dpx', bytesAt([[0, Buffer.from('XPDS').toString('hex')]])],
])('a %s is known by its beginning', async (_, mediaType, bytes) => {
  expect(await sniffMediaType(bytes)).toBe(mediaType);
});

/** Header of a picture: zeros except for the given bytes. */
function bytesAt(changes: readonly [place: number, hex: string][]): Buffer {
  const head = Buffer.alloc(128);
  for (const [offset, hex] of changes) head.write(hex, offset, 'hex');
  return head;
}

test('an exr is drawn from light to what screens show', async () => {
  const bytes = exr();
  expect(await sniffMediaType(bytes)).toBe('image/x-exr');
  const toScreen = (value: number) => {
    const light = value / 255;
    return 255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
  };
  const pictures = await draw(bytes);
  expect(pictures).toMatchObject({ width: 60, height: 40 });
  await expectHalves(pictures?.large, { left: ORANGE.map(toScreen), right: BLUE.map(toScreen) });
});

test('a large picture is drawn in all of its pixels too', async () => {
  const bytes = makeFilm('a.tga', ['-f', 'lavfi', '-i', 'testsrc=s=2400x1000:d=1', '-frames:v', '1']);
  const whole = (await draw(bytes))?.whole ?? Buffer.alloc(0);
  expect(await sharp(whole).metadata()).toMatchObject({ format: 'jpeg', width: 2400, height: 1000 });
});

test('a tiff that says that its rows have no bytes is drawn all the same', async () => {
  const bytes = made('a.tif', '-c:v', 'tiff', '-pix_fmt', 'rgb24', '-compression_algo', 'raw');
  const lengthsField = Buffer.from('1701040001000000', 'hex');
  bytes.writeUInt32LE(0, bytes.indexOf(lengthsField) + lengthsField.length);
  await expect(sharp(bytes).toBuffer()).rejects.toThrow('StripByteCounts');
  const pictures = await draw(bytes);
  expect(pictures).toMatchObject({ width: 60, height: 40 });
  await expectHalves(pictures?.large);
});

test.each([
  ['tga', () => withSize(makeTga({ type: 10, bits: 32 }, HALVES), 12)],
  ['bmp', () => withLongSize(packedBmp(), 18)],
  ['exr', () => bombExr()],
])('a %s that claims 60,000 pixels a side has no picture', async (_, make) => {
  expect(await draw(make())).toBeUndefined();
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(4096)],
  ['a cursor', Buffer.from('000002000100202000000000000028010000160000002800', 'hex')],
  ['a line feed and words', Buffer.from('\n\u{5}\u{1}\u{8} words'.padEnd(200, 'a'))],
])('%s is no picture of a studio', async (_, bytes) => {
  expect(await sniffMediaType(bytes)).not.toMatch(/x-(?:tga|pcx|sgi|dpx|exr)$/);
});

function withSize(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt16LE(60_000, at);
  bytes.writeUInt16LE(60_000, at + 2);
  return bytes;
}

function withLongSize(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt32LE(60_000, at);
  bytes.writeInt32LE(60_000, at + 4);
  return bytes;
}

/** The data window of an EXR stands as four numbers after its name and type. */
function bombExr(): Buffer {
  const bytes = Buffer.from(exr());
  for (const name of ['dataWindow\0box2i\0', 'displayWindow\0box2i\0']) {
    const at = bytes.indexOf(name) + name.length + 4;
    bytes.writeInt32LE(59_999, at + 8);
    bytes.writeInt32LE(59_999, at + 12);
  }
  return bytes;
}

/** A bitmap of 8 bits, of two colours, each row of which is two runs. */
function packedBmp(): Buffer {
  const row = Buffer.from([30, 0, 30, 1, 0, 0]);
  const pixels = Buffer.concat([...Array.from({ length: 40 }, () => row), Buffer.from([0, 1])]);
  const header = Buffer.alloc(54 + 8);
  header.write('BM', 'latin1');
  header.writeUInt32LE(header.length + pixels.length, 2);
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(60, 18);
  header.writeInt32LE(40, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(8, 28);
  header.writeUInt32LE(1, 30);
  header.writeUInt32LE(pixels.length, 34);
  header.writeUInt32LE(2, 46);
  for (const [at, [red, green, blue]] of [ORANGE, BLUE].entries())
    header.set([blue, green, red, 0], 54 + at * 4);
  return Buffer.concat([header, pixels]);
}
