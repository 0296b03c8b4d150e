import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { japanesePdf, japaneseZip, pdfBehindAnswer, screencast } from './foreign-files.ts';
import { makeFilm } from './make-film.ts';
import { makeTga } from './make-tga.ts';
import { type SampleName, sampleFile } from './sample-files/sample-file.ts';

/** Possible results of opening a file in the viewer. A card describes a file that can only be downloaded. */
export type Outcome = 'picture' | 'film' | 'sound' | 'pages' | 'text' | 'sentence' | 'card' | 'password';
export type CorpusFile = {
  name: string;
  /** Made on demand, because films take seconds. */
  bytes: () => Buffer;
  outcomes: readonly Outcome[];
};

const PICTURE = ['picture'] as const;
/** Allowed results for a broken file: the intact part of it, or a sentence that it cannot be shown. */
const PART_OF_PICTURE = ['picture', 'sentence', 'card'] as const;
const PART_OF_FILM = ['film', 'sentence'] as const;

/** Makes it at the first call, and gives the same one at each later. */
function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined;
  return () => (made ??= make());
}

const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));

const PICTURES: SampleName[] = [
  ...(['upright.jpg', 'picture.gif', 'picture.webp', 'picture.avif', 'halves.apng', 'halves.heic'] as const),
  ...(['halves.tif', 'halves-cmyk.tif', 'halves-fax.tif', 'halves.psd', 'halves-cmyk.psd'] as const),
  ...(['halves-large.psd', 'halves.bmp', 'halves-palette.bmp', 'halves.ico', 'halves.jp2'] as const),
  ...(['halves.jxl', 'halves-moving.avif', 'halves-20mp.avif', 'halves-48mp.heic'] as const),
];

/** Pictures of every kind, whole and cut in the middle, and such as are made to harm their reader. */
export async function pictures(): Promise<CorpusFile[]> {
  const deep = sharp({ create: { width: 80, height: 60, channels: 3, background: '#408060' } });
  const plain = await deep.clone().png().toBuffer();
  const sixteenBits = await deep.clone().toColourspace('rgb16').tiff().toBuffer();
  const whole = [
    ...PICTURES.map((name) => ({ name, bytes: () => sampleFile(name) })),
    { name: 'plain.png', bytes: () => plain },
    { name: 'deep.tif', bytes: () => sixteenBits },
    ...studioPictures(),
    { name: 'logo.svg', bytes: () => drawing('<circle cx="30" cy="20" r="18" fill="teal"/>') },
  ];
  return [
    ...whole.map((file) => ({ ...file, outcomes: PICTURE })),
    ...whole.map(({ name, bytes }) => ({
      name: `cut-${name}`,
      bytes: () => cut(bytes(), 0.5),
      outcomes: [...PART_OF_PICTURE, 'text'] as const,
    })),
    {
      name: 'scripted.svg',
      bytes: () => drawing('<script>document.title = "ran"</script>'),
      outcomes: PICTURE,
    },
    { name: 'laughs.svg', bytes: laughs, outcomes: PART_OF_PICTURE },
    { name: 'bomb.png', bytes: bombPng, outcomes: PART_OF_PICTURE },
    { name: 'huge.psd', bytes: hugePsd, outcomes: PART_OF_PICTURE },
    { name: 'nothing.png', bytes: () => Buffer.from('89504e470d0a1a0a', 'hex'), outcomes: PART_OF_PICTURE },
  ];
}

/** Pictures of programs for films and games, and of older ones. */
function studioPictures(): Omit<CorpusFile, 'outcomes'>[] {
  const halves = { width: 60, height: 40, left: [200, 100, 60], right: [32, 96, 192] } as const;
  const made = [
    ['light.exr', 'gbrpf32le'],
    ['frame.dpx', 'gbrp10be'],
    ['scene.sgi', 'rgb24'],
    ['paint.pcx', 'rgb24'],
  ] as const;
  return [
    { name: 'texture.tga', bytes: () => makeTga({ type: 2, bits: 32 }, halves) },
    { name: 'packed.tga', bytes: () => makeTga({ type: 10, bits: 24, isTop: true }, halves) },
    ...made.map(([name, format]) => ({
      name,
      bytes: () => makeFilm(name, [...STILL_SOURCE, '-pix_fmt', format, '-f', 'image2', '-update', '1']),
    })),
  ];
}

const STILL_SOURCE = ['-f', 'lavfi', '-i', 'testsrc=s=60x40:d=1', '-frames:v', '1'];

function drawing(content: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">${content}</svg>`);
}

/** SVG with a text that expands to a billion words. */
function laughs(): Buffer {
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
  const type = `<!DOCTYPE svg [<!ENTITY l0 "ha">${entities.join('')}]>`;
  return Buffer.from(`${type}<svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`);
}

/** A white picture of 280 million pixels, whole and right, in a few kilobytes: each is one bit. */
function bombPng(): Buffer {
  const [width, height] = [17_000, 16_500];
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return [length, body, sum];
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  // A row is the number of its filter, none, and its bits.
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(Math.ceil(width / 8), 0xff)]);
  const pixels = deflateSync(Buffer.alloc(row.length * height, row));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...chunk('IHDR', header),
    ...chunk('IDAT', pixels),
    ...chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The head of a layered picture that claims 30,000 pixels a side. */
function hugePsd(): Buffer {
  const head = Buffer.from(sampleFile('halves.psd'));
  head.writeUInt32BE(30_000, 14);
  head.writeUInt32BE(30_000, 18);
  return head;
}

const PICTURE_SOURCE = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:d=1:r=25,noise=alls=40:allf=t'];
const SOUND_SOURCE = ['-f', 'lavfi', '-i', 'anoisesrc=d=1:a=0.1'];

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];

/** Films in what cameras and programs write, of which browsers play the fewest. */
export function films(): CorpusFile[] {
  const made: [string, ...string[]][] = [
    ['plain.mp4', ...H264, '-pix_fmt', 'yuv420p'],
    ['ten-bits.mp4', ...H264, '-pix_fmt', 'yuv420p10le'],
    ['prores.mov', '-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le'],
    ['camera.avi', '-c:v', 'mpeg4', '-q:v', '2'],
    ['windows.wmv', '-c:v', 'wmv2', '-q:v', '2'],
    ['dvd.mpg', '-c:v', 'mpeg2video', '-q:v', '2'],
    ['flash.flv', '-c:v', 'flv', '-q:v', '2'],
    ['free.ogv', '-c:v', 'libtheora', '-q:v', '10'],
    ['studio.mxf', '-c:v', 'mpeg2video', '-q:v', '2', '-ar', '48000'],
    ['camcorder.ts', '-c:v', 'mpeg2video', '-q:v', '2'],
  ];
  const whole = made.map(([name, ...output]) => ({
    name,
    bytes: once(() => makeFilm(name, [...PICTURE_SOURCE, ...SOUND_SOURCE, ...output])),
  }));
  const samples = (['film.mp4', 'film.webm', 'film-vp9.webm'] as const).map((name) => ({
    name,
    bytes: () => sampleFile(name),
  }));
  const playlist = '\n#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n';
  return [
    ...[...samples, ...whole].map((file) => ({ ...file, outcomes: ['film'] as const })),
    // So small that a preview would be larger.
    { name: 'screencast.mov', bytes: once(screencast), outcomes: ['film'] },
    { name: 'film-hevc.mkv', bytes: () => sampleFile('film-hevc.mkv'), outcomes: ['film', 'sentence'] },
    ...whole.slice(0, 4).map(({ name, bytes }) => ({
      name: `cut-${name}`,
      bytes: () => cut(bytes(), 0.5),
      outcomes: PART_OF_FILM,
    })),
    {
      name: 'playlist.mp4',
      bytes: () =>
        Buffer.concat([
          Buffer.from('0000001c667479706d703432000000006d70343269736f6d', 'hex'),
          Buffer.from(playlist),
        ]),
      outcomes: ['sentence'],
    },
  ];
}

export function sounds(): CorpusFile[] {
  const made: [string, string][] = [
    ['sound.flac', 'flac'],
    ['sound.aiff', 'pcm_s16be'],
    ['sound.wma', 'wmav2'],
    ['sound.ac3', 'ac3'],
    ['lossless.m4a', 'alac'],
  ];
  const whole = made.map(([name, codec]) => ({
    name,
    bytes: once(() => makeFilm(name, [...SOUND_SOURCE, '-c:a', codec])),
  }));
  const samples = (['jingle.wav', 'silence.mp3'] as const).map((name) => ({
    name,
    bytes: () => sampleFile(name),
  }));
  return [
    ...[...samples, ...whole].map((file) => ({ ...file, outcomes: ['sound'] as const })),
    {
      name: 'cut.wav',
      bytes: () => cut(sampleFile('jingle.wav'), 0.004),
      outcomes: ['sound', 'sentence', 'card'],
    },
    {
      name: 'cut.flac',
      bytes: () => cut(whole[0]?.bytes() ?? Buffer.alloc(0), 0.5),
      outcomes: ['sound', 'sentence'],
    },
  ];
}

const FONT = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2';

/** Documents, texts, fonts, archives, and what is only downloaded. */
export function documents(): CorpusFile[] {
  const font = readFileSync(fileURLToPath(import.meta.resolve(FONT)));
  const zip = sampleFile('sources.zip');
  const texts: [string, Buffer][] = [
    ['notes.txt', Buffer.from('Notes of the meeting')],
    ['empty.txt', Buffer.alloc(0)],
    ['readme.md', Buffer.from('# Read me\n\n- first')],
    ['prices.csv', Buffer.from('name;price\nposter;40')],
    ['page.html', Buffer.from('<!doctype html><script>document.title = "ran"</script>')],
    ['data.json', Buffer.from('{"a": [1, 2]}')],
    ['two-bytes.txt', Buffer.from('\u{feff}Merhaba dünya', 'utf16le')],
    ['one-line.txt', Buffer.alloc(1_000_000, 'word ')],
    ['subtitles.srt', Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nHello\n')],
  ];
  const letter = sampleFile('letter.docx');
  const offer = Buffer.from(String.raw`{\rtf1\ansi Our offer\par}`);
  const office: [string, Buffer][] = [
    ['letter.docx', letter],
    ['prices.xlsx', sampleFile('prices.xlsx')],
  ];
  const broken: [string, Buffer][] = [
    ['broken.docx', Buffer.concat([zip])],
    ['cut.docx', cut(letter, 0.5)],
  ];
  const downloads: [string, Buffer][] = [
    ['page.pages', Buffer.concat([zip])],
    ['program.exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['noise.bin', deflateSync(Buffer.from('noise'))],
  ];
  return [
    { name: 'brand-guide.pdf', bytes: () => sampleFile('brand-guide.pdf'), outcomes: ['pages'] },
    { name: 'logo.ai', bytes: () => sampleFile('media-plan.pdf'), outcomes: ['pages'] },
    {
      name: 'cut.pdf',
      bytes: () => cut(sampleFile('brand-guide.pdf'), 0.3),
      outcomes: ['pages', 'sentence'],
    },
    { name: 'no-pages.pdf', bytes: () => Buffer.from('%PDF-1.7\nnothing'), outcomes: ['sentence'] },
    { name: 'behind-answer.pdf', bytes: pdfBehindAnswer, outcomes: ['pages'] },
    { name: 'japanese.pdf', bytes: japanesePdf, outcomes: ['pages'] },
    { name: 'japanese.zip', bytes: japaneseZip, outcomes: ['text'] },
    ...texts.map(([name, bytes]): CorpusFile => ({ name, bytes: () => bytes, outcomes: ['text'] })),
    { name: 'face.woff2', bytes: () => font, outcomes: ['text'] },
    { name: 'cut.woff2', bytes: () => cut(font, 0.5), outcomes: ['sentence'] },
    { name: 'sources.zip', bytes: () => zip, outcomes: ['text'] },
    { name: 'cut.zip', bytes: () => cut(zip, 0.5), outcomes: ['sentence'] },
    // Pages where LibreOffice is installed, else words.
    ...office.map(([name, bytes]): CorpusFile => ({ name, bytes: () => bytes, outcomes: ['text', 'pages'] })),
    ...broken.map(([name, bytes]): CorpusFile => ({ name, bytes: () => bytes, outcomes: ['sentence'] })),
    { name: 'offer.rtf', bytes: () => offer, outcomes: ['card', 'pages'] },
    { name: 'archive.7z', bytes: () => sampleFile('sources.7z'), outcomes: ['text'] },
    { name: 'locked.7z', bytes: () => sampleFile('locked.7z'), outcomes: ['sentence'] },
    { name: 'cut.7z', bytes: () => cut(sampleFile('sources.7z'), 0.5), outcomes: ['sentence'] },
    { name: 'archive.rar', bytes: () => sampleFile('sources.rar'), outcomes: ['text'] },
    { name: 'older.rar', bytes: () => sampleFile('sources-rar4.rar'), outcomes: ['text'] },
    { name: 'cut.rar', bytes: () => cut(sampleFile('sources.rar'), 0.9), outcomes: ['text'] },
    { name: 'nothing.rar', bytes: () => Buffer.from('526172211a070100', 'hex'), outcomes: ['sentence'] },
    { name: 'archive.tar.gz', bytes: () => gzipSync(Buffer.alloc(2048)), outcomes: ['sentence'] },
    ...downloads.map(([name, bytes]): CorpusFile => ({ name, bytes: () => bytes, outcomes: ['card'] })),
  ];
}
