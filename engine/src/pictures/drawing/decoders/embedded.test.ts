import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { draw, expectHalves } from '../../../testing/pictures/draw.ts';
import { sniffMediaType } from '../../../media-types/media-type.ts';

let jpeg: Buffer;
let png: Buffer;
let tiff: Buffer;

beforeAll(async () => {
  const left = { create: { width: 30, height: 40, channels: 3 as const, background: '#c8643c' } };
  const input = await sharp(left).png().toBuffer();
  const halves = () =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: '#2060c0' } }).composite([
      { input, left: 0, top: 0 },
    ]);
  jpeg = await halves().jpeg({ quality: 95 }).toBuffer();
  png = await halves().png().toBuffer();
  tiff = await halves().tiff().toBuffer();
});

function icns(...parts: Buffer[]): Buffer {
  const entries = parts.map((bytes, at) => Buffer.concat([part(`ic0${at}`, bytes.length + 8), bytes]));
  const length = entries.reduce((sum, entry) => sum + entry.length, 8);
  return Buffer.concat([part('icns', length), ...entries]);
}

function part(name: string, length: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32BE(length, 4);
  return head;
}

function eps(picture: Buffer): Buffer {
  const program = Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n%%EOF\n');
  const head = Buffer.alloc(30);
  head.writeUInt32BE(0xc5_d0_d3_c6);
  head.writeUInt32LE(30, 4);
  head.writeUInt32LE(program.length, 8);
  head.writeUInt32LE(30 + program.length, 20);
  head.writeUInt32LE(picture.length, 24);
  return Buffer.concat([head, program, picture]);
}

const xmp = (...pictures: Buffer[]) =>
  pictures
    .map(
      (each) => `<xmpGImg:image>${each.toString('base64').replaceAll(/(.{76})/g, '$1&#xA;')}</xmpGImg:image>`,
    )
    .join('');
const textEps = (...pictures: Buffer[]) =>
  Buffer.from(`%!PS-Adobe-3.0 EPSF-3.0\n%%EndComments\n${xmp(...pictures)}\n%%EOF\n`);
const indesign = (...pictures: Buffer[]) =>
  Buffer.concat([
    Buffer.from('0606edf5d81d46e5bd31efe7fe74b71d', 'hex'),
    Buffer.alloc(5000),
    Buffer.from(xmp(...pictures)),
  ]);

/** Pages document, recognised by its first entry. */
function iwork(picture: Buffer, isPacked: boolean): Buffer {
  const entry = (name: string, bytes: Buffer) => {
    const packed = isPacked ? deflateRawSync(bytes) : bytes;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04_03_4b_50);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(isPacked ? 8 : 0, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name), packed]);
  };
  return Buffer.concat([entry('Index/Document.iwa', Buffer.from('x')), entry('preview.jpg', picture)]);
}

describe('the picture that a program put into its document', () => {
  test.each([
    ['an icon of macOS', 'image/icns', () => icns(Buffer.alloc(9), png.subarray(0, 60), png)],
    ['an EPS with a TIFF', 'application/eps', () => eps(tiff)],
    ['an EPS with notes', 'application/eps', () => textEps(jpeg)],
    [
      'a document of InDesign',
      'application/x-indesign',
      () => indesign(Buffer.from('ffd8ff00', 'hex'), jpeg),
    ],
    ['a document of Pages', 'application/vnd.apple.pages', () => iwork(jpeg, false)],
    ['a packed one', 'application/vnd.apple.pages', () => iwork(jpeg, true)],
  ] as const)('stands for %s', async (_, mediaType, bytes) => {
    expect(await sniffMediaType(bytes())).toBe(mediaType);
    const pictures = await draw(bytes());
    expect(pictures).toMatchObject({ width: 60, height: 40 });
    await expectHalves(pictures?.large, { tolerance: 20 });
  });

  test.each([
    ['an EPS without one', () => textEps()],
    ['an EPS whose picture lies elsewhere', () => eps(tiff).subarray(0, 64)],
    ['an icon of a length of nothing', () => Buffer.concat([part('icns', 8), part('ic07', 0)])],
    [
      'a document with notes that never end',
      () => Buffer.concat([indesign(), Buffer.from('<xmpGImg:image>'.repeat(90_000))]),
    ],
    ['a document with a bomb', () => iwork(Buffer.alloc(64 * 1024 * 1024), true)],
  ] as const)('is missing for %s', async (_, bytes) => {
    expect(await draw(bytes())).toBeUndefined();
  });
});
