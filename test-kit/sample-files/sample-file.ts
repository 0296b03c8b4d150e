import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The files beside this one; README.md says what each is and how it was made. */
export const SAMPLE_FILES = [
  'brand-guide.pdf',
  'film-hevc.mkv',
  'film-vp9.webm',
  'film.mp4',
  'film.webm',
  'halves.bmp',
  'halves-palette.bmp',
  'halves.heic',
  'halves.ico',
  'halves.jp2',
  'halves.jxl',
  'halves.apng',
  'halves.psd',
  'halves-cmyk.psd',
  'halves-large.psd',
  'halves.tif',
  'halves-cmyk.tif',
  'halves-fax.tif',
  'jingle.wav',
  'letter.docx',
  'media-plan.pdf',
  'picture.avif',
  'picture.gif',
  'picture.webp',
  'prices.xlsx',
  'silence.mp3',
  'sources.zip',
  'upright.jpg',
] as const;

export type SampleName = (typeof SAMPLE_FILES)[number];

export function sampleFile(name: SampleName): Buffer<ArrayBuffer> {
  return Buffer.from(readFileSync(path.join(import.meta.dirname, name)));
}
