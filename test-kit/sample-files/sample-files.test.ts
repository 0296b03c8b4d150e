import { fileTypeFromBuffer } from 'file-type';
import { expect, it } from 'vitest';
import { filmOver } from './film.ts';
import { PALETTES, posterJpeg, posterPng, swatchesPng } from './picture.ts';
import { SAMPLE_FILES, sampleFile } from './sample-file.ts';

const poster = { palette: PALETTES.cafe, title: 'Test', line: 'of a poster', width: 160, height: 120 };

it.each([
  ['image/png', () => posterPng(poster)],
  ['image/jpeg', () => posterJpeg(poster)],
  ['image/png', () => swatchesPng(PALETTES.hotel)],
  ['video/mp4', async () => filmOver(await posterPng(poster))],
])('sample files are what they say: %s', async (type, make) => {
  const bytes = await make();
  expect((await fileTypeFromBuffer(bytes))?.mime).toBe(type);
});

it.each(SAMPLE_FILES)('%s is what its name says, and small', async (name) => {
  const bytes = sampleFile(name);
  expect((await fileTypeFromBuffer(bytes))?.ext).toBe(name.split('.')[1]);
  expect(bytes.length).toBeLessThan(10_000);
});
