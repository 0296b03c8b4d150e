import { fileTypeFromBuffer } from 'file-type';
import { expect, it } from 'vitest';
import { PALETTES, posterPng } from './picture.ts';
import { SAMPLE_FILES, sampleFile } from './sample-file.ts';

const poster = { palette: PALETTES.cafe, title: 'Test', line: 'of a poster', width: 160, height: 120 };

it('a poster is a PNG', async () => {
  expect((await fileTypeFromBuffer(await posterPng(poster)))?.mime).toBe('image/png');
});

it.each(SAMPLE_FILES)('%s is what its name says, and small', async (name) => {
  const bytes = sampleFile(name);
  expect((await fileTypeFromBuffer(bytes))?.ext).toBe(name.split('.')[1]);
  expect(bytes.length).toBeLessThan(16_000);
});
