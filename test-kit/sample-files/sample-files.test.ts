import { fileTypeFromBuffer } from 'file-type';
import { expect, it } from 'vitest';
import { zipArchive } from './archive.ts';
import { pdfDocument } from './document.ts';
import { filmOver, tinyFilm } from './film.ts';
import { PALETTES, posterJpeg, posterPng, swatchesPng } from './picture.ts';
import { chordSound } from './sound.ts';

const poster = { palette: PALETTES.cafe, title: 'Test', line: 'of a poster', width: 160, height: 120 };

it.each([
  ['image/png', () => posterPng(poster)],
  ['image/jpeg', () => posterJpeg(poster)],
  ['image/png', () => swatchesPng(PALETTES.hotel)],
  ['video/mp4', tinyFilm],
  ['video/mp4', async () => filmOver(await posterPng(poster))],
  ['application/pdf', () => pdfDocument([{ title: 'Guide', lines: ['One (1)', 'Two'] }])],
  ['application/zip', () => zipArchive([{ name: 'a.txt', bytes: Buffer.from('a') }])],
  ['audio/wav', () => chordSound([220, 277, 330], 1)],
])('sample files are what they say: %s', async (type, make) => {
  const bytes = await make();
  expect((await fileTypeFromBuffer(bytes))?.mime).toBe(type);
});
