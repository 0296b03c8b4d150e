import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The files beside this one; README.md says what each is and how it was made. */
export const SAMPLE_FILES = [
  'brand-guide.pdf',
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
  'media-plan.pdf',
  'picture.avif',
  'picture.gif',
  'picture.webp',
  'silence.mp3',
  'sources.zip',
  'upright.jpg',
] as const;

export function sampleFile(name: (typeof SAMPLE_FILES)[number]): Buffer<ArrayBuffer> {
  return Buffer.from(readFileSync(path.join(import.meta.dirname, name)));
}
