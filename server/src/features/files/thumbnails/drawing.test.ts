import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cases, casesOf, EXTENT } from '../../../../../test-kit/large/extent.ts';
import { type SAMPLE_FILES, sampleFile } from '../../../../../test-kit/sample-files/sample-file.ts';
import { sniffMediaType } from '../content/media-type.ts';
import { DECODER_ADDRESSES_KILOBYTES, runDecoder } from './decoder-process.ts';
import { readPictures } from './drawing/pictures-format.ts';
import { drawThumbnails } from './drawing.ts';
import { thumbnailMaker } from './thumbnail-kinds.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'vitrin-draw-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const log = { info: () => {} };

/** Draws bytes as the job does: by what they are. */
async function draw(bytes: Buffer) {
  const file = join(folder, 'file');
  writeFileSync(file, bytes);
  const mediaType = await sniffMediaType(bytes.subarray(0, 64 * 1024));
  const maker = thumbnailMaker(mediaType);
  if (maker === undefined || maker === 'sound') return undefined;
  return drawThumbnails(maker, file, { mediaType }, log);
}

/** Red, green and blue at a place of a picture. */
async function colourAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  const area = { left, top, width: 1, height: 1 };
  return [...(await sharp(picture).removeAlpha().extract(area).raw().toBuffer())];
}

function expectNear(colour: readonly number[], expected: readonly number[], tolerance: number): void {
  for (const [channel, value] of expected.entries())
    expect(Math.abs((colour[channel] ?? -1000) - value)).toBeLessThanOrEqual(tolerance);
}

const ORANGE = [0xc8, 0x64, 0x3c];
const BLUE = [0x20, 0x60, 0xc0];

type Sample = [name: (typeof SAMPLE_FILES)[number], mediaType: string, tolerance: number];

/** Of each decoder one, and of the ways in which it reads colours. Inks have other colours than screens. */
const SAMPLES: Cases<Sample> = {
  daily: [
    ['halves.apng', 'image/apng', 12],
    ['halves.bmp', 'image/bmp', 12],
    ['halves.heic', 'image/heic', 12],
    ['halves.ico', 'image/x-icon', 12],
    ['halves.jp2', 'image/jp2', 12],
    ['halves.jxl', 'image/jxl', 12],
    ['halves-cmyk.psd', 'image/vnd.adobe.photoshop', 64],
    ['halves-cmyk.tif', 'image/tiff', 64],
  ],
  rare: [
    ['halves-palette.bmp', 'image/bmp', 12],
    ['halves.psd', 'image/vnd.adobe.photoshop', 12],
    ['halves-large.psd', 'image/vnd.adobe.photoshop', 12],
    ['halves.tif', 'image/tiff', 12],
  ],
};

test.each(Object.values(SAMPLES).flat())('%s is known', async (name, mediaType) => {
  expect(await sniffMediaType(sampleFile(name))).toBe(mediaType);
});

/** Pages of 60 by 40 pixels in one TIFF, each of one grey. */
function pagesAsTiff(greys: readonly number[]): Promise<Buffer> {
  const pixels = Buffer.concat(greys.map((grey) => Buffer.alloc(60 * 40 * 3, grey)));
  const raw = { width: 60, height: 40 * greys.length, channels: 3, pageHeight: 40 } as const;
  return sharp(pixels, { raw }).tiff({ compression: 'lzw' }).toBuffer();
}

test('of a TIFF of several pages the first is drawn, and they are counted', async () => {
  const pictures = await draw(await pagesAsTiff([200, 20, 90]));
  expect(pictures).toMatchObject({ width: 60, height: 40, pages: 3 });
  expectNear(await colourAt(pictures?.large ?? Buffer.alloc(0), 30, 20), [200, 200, 200], 12);
  expect((await draw(await pagesAsTiff([200])))?.pages).toBeNull();
});

describe.each(casesOf(SAMPLES))('%s', (name, _, tolerance) => {
  const bytes = sampleFile(name);

  test('is drawn as it is', async () => {
    const pictures = await draw(bytes);
    expect(pictures).toMatchObject({ width: 60, height: 40 });
    for (const size of ['small', 'medium', 'large'] as const) {
      expectNear(await colourAt(pictures?.[size] ?? Buffer.alloc(0), 10, 20), ORANGE, tolerance);
      expectNear(await colourAt(pictures?.[size] ?? Buffer.alloc(0), 50, 20), BLUE, tolerance);
    }
  });

  test('gives a picture or none where it is cut off or disturbed', async () => {
    const middle = Math.trunc(bytes.length / 2);
    const half = bytes.subarray(0, middle);
    const disturbed = Buffer.from(bytes).fill(0xff, Math.trunc(bytes.length / 3), middle);
    for (const broken of [half, disturbed]) {
      const pictures = await draw(broken);
      expect(pictures?.large.length ?? 0).toBeLessThan(10_000);
    }
  });
});

test('a fax is drawn in black and white', async () => {
  const pictures = await draw(sampleFile('halves-fax.tif'));
  expectNear(await colourAt(pictures?.large ?? Buffer.alloc(0), 10, 20), [255, 255, 255], 12);
  expectNear(await colourAt(pictures?.large ?? Buffer.alloc(0), 50, 20), [0, 0, 0], 12);
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
  expectNear(await colourAt((await draw(long))?.large ?? Buffer.alloc(0), 200, 150), ORANGE, 12);
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
] as const)('%s with the width of a billion pixels has none', async (name, place) => {
  const bomb = Buffer.from(sampleFile(name));
  if (name.endsWith('bmp')) bomb.writeUInt32LE(1_000_000_000, place);
  else bomb.writeUInt32BE(1_000_000_000, place);
  expect(await draw(bomb)).toBeUndefined();
});

describe('a pdf', () => {
  const pdf = (box: string, { catalog = '', kids = '3 0 R' } = {}) =>
    Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R>>endobj
4 0 obj<</Length 30>>stream
0.78 0.39 0.24 rg 0 0 600 900 re f
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`);

  test('is drawn with room to spare for threads, of which there are more on other machines', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, sampleFile('brand-guide.pdf'));
    const program = fileURLToPath(new URL('./drawing/draw.ts', import.meta.url));
    const args = (input: string) => [program, 'application/pdf', input, ''];
    // What is too little ends some of the runs.
    for (let run = 0; run < { daily: 2, whole: 8 }[EXTENT]; run += 1) {
      const drawn = await runDecoder(file, args, DECODER_ADDRESSES_KILOBYTES * 0.6);
      expect(readPictures(drawn).pages).toBeGreaterThan(0);
    }
  });

  test('shows its first page, and says how many there are', async () => {
    expect(await draw(sampleFile('brand-guide.pdf'))).toMatchObject({
      height: 1600,
      pages: 3,
      whole: { length: 0 },
    });
  });

  test('that does something when it is opened is drawn all the same', async () => {
    const script = "while (true) app.alert('ran'); this.submitForm('http://127.0.0.1/');";
    const catalog = `/OpenAction<</S/JavaScript/JS(${script.replace(/[()]/g, '\\$&')})>>`;
    const pictures = await draw(pdf('0 0 300 600', { catalog }));
    expect(pictures).toMatchObject({ width: 800, height: 1600, pages: 1 });
    expectNear(await colourAt(pictures?.large ?? Buffer.alloc(0), 500, 800), ORANGE, 12);
  });

  test.each([
    ['with a page of no size', pdf('0 0 0 0')],
    ['with a page of a line', pdf('0 0 14000 0.1')],
    ['whose pages are its pages', pdf('0 0 300 450', { kids: '2 0 R' })],
    ['that ends in the middle', sampleFile('brand-guide.pdf').subarray(0, 400)],
    ['that is for those who know a word', encrypted()],
  ])('%s gives a picture or none', async (_, bytes) => {
    const pictures = await draw(bytes);
    expect(pictures?.width ?? 0).toBeLessThanOrEqual(1600);
    expect(pictures?.height ?? 0).toBeLessThanOrEqual(1600);
  });
});

/** The beginning of a document that asks for a password; what it holds is noise. */
function encrypted(): Buffer {
  const noise = '0'.repeat(64);
  const dictionary = `/Filter/Standard/V 1/R 2/P -4/O<${noise}>/U<${noise}>`;
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj
5 0 obj<<${dictionary}>>endobj
trailer<</Root 1 0 R/Encrypt 5 0 R/ID[<00><00>]>>
%%EOF`);
}

describe("a camera's file", () => {
  const jpegOf = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer();

  /** A directory of one entry, the orientation, as cameras of Canon begin their files. */
  function rawOf(orientation: number, ...parts: Buffer[]): Buffer {
    const head = Buffer.alloc(64);
    head.write('II*\0\x10\0\0\0CR', 'latin1');
    head.writeUInt16LE(1, 16);
    head.writeUInt16LE(274, 18);
    head.writeUInt16LE(3, 20);
    head.writeUInt32LE(1, 22);
    head.writeUInt16LE(orientation, 26);
    return Buffer.concat([head, ...parts]);
  }

  test('is drawn by the largest picture in it, turned as the camera was', async () => {
    const lossless = await jpegOf(400, 300, '#000000');
    lossless.writeUInt8(0xc3, lossless.indexOf(Buffer.from('ffc0', 'hex')) + 1);
    const small = await jpegOf(30, 20, '#2060c0');
    const large = await jpegOf(90, 60, '#c8643c');
    const bytes = rawOf(6, small, large, Buffer.alloc(100), lossless);
    expect(await sniffMediaType(bytes)).toBe('image/x-canon-cr2');
    const pictures = await draw(bytes);
    expect(pictures).toMatchObject({ width: 60, height: 90 });
    expectNear(await colourAt(pictures?.large ?? Buffer.alloc(0), 30, 45), ORANGE, 12);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['two hundred thousand beginnings of pictures', Buffer.from('ffd8ff'.repeat(200_000), 'hex')],
    ['a beginning at its very end', Buffer.from('ffd8ffe0', 'hex')],
    ['a part that never ends', Buffer.from(`ffd8ff${'e00000'.repeat(50)}`, 'hex')],
  ])('that holds %s has no picture', async (_, part) => {
    expect(await draw(rawOf(1, part))).toBeUndefined();
  });
});

describe('a drawing in svg', () => {
  const svg = (content: string, head = '') =>
    Buffer.from(
      `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="40"><rect width="60" height="40" fill="#c8643c"/>${content}</svg>`,
    );

  test.each([
    ['bare', svg('')],
    [
      'with a declaration, a comment and a type',
      svg('', '<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg>\n'),
    ],
    ['with entities of its own', svg('', '\u{feff}<!DOCTYPE svg [ <!ENTITY ns "http://a"> ]>')],
  ])('%s is drawn as large as a thumbnail', async (_, bytes) => {
    expect(await sniffMediaType(bytes)).toBe('image/svg+xml');
    const pictures = await draw(bytes);
    expect(pictures).toMatchObject({ width: 1600, height: 1067 });
    expectNear(await colourAt(pictures?.large ?? Buffer.alloc(0), 800, 500), ORANGE, 12);
  });

  test.each([
    ['a page that holds one', '<!doctype html><svg></svg>'],
    ['a word that begins alike', '<svgfoo/>'],
    ['a declaration without an end', `<?xml ${'<?'.repeat(30_000)}`],
    ['comments without an end', '<!--'.repeat(16_000)],
    ['types without an end', '<!DOCTYPE '.repeat(6_500)],
  ])('%s is none', async (_, text) => {
    expect(await sniffMediaType(Buffer.from(text))).not.toBe('image/svg+xml');
  });

  test('fetches nothing and reads no other file', async () => {
    const requests: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const secret = join(folder, 'secret.png');
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2060c0' } }).toFile(secret);
    const addresses = [`http://127.0.0.1:${port}/a.png`, `file://${secret}`, secret, 'secret.png'];
    const images = addresses.map(
      (address) => `<image width="60" height="40" href="${address}" xlink:href="${address}"/>`,
    );
    const style = `<style>@import url(http://127.0.0.1:${port}/b.css);</style>`;
    const pictures = await draw(svg(`${style}${images.join('')}`));
    server.close();
    expect(requests).toEqual([]);
    expectNear(await colourAt(pictures?.large ?? Buffer.alloc(0), 800, 500), ORANGE, 12);
  });

  test.each([
    [
      'grows by entities',
      svg(
        '&h;',
        `<!DOCTYPE svg [ <!ENTITY a "aaaaaaaaaa">${grow(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])} ]>`,
      ),
    ],
    [
      'grows by copies',
      svg(
        `<g id="a"><rect width="1" height="1"/></g>${copies(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'])}`,
      ),
    ],
    ['has no end', svg('<g>'.repeat(20_000))],
    ['is longer than a drawing may be', svg(`<!--${' '.repeat(2 * 1024 * 1024)}-->`)],
  ])('that %s gives a picture or none', async (_, bytes) => {
    expect([undefined, 1600]).toContain((await draw(bytes))?.width);
  });
});

/** Each entity is ten of the one before. */
function grow(names: readonly string[]): string {
  return names
    .slice(1)
    .map((name, at) => `<!ENTITY ${name} "${`&${names[at]};`.repeat(10)}">`)
    .join('');
}

/** Each group is ten of the one before. */
function copies(names: readonly string[]): string {
  return names
    .slice(1)
    .map((name, at) => `<g id="${name}">${`<use href="#${names[at]}"/>`.repeat(10)}</g>`)
    .join('');
}
