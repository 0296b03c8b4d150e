import { readFileSync } from 'node:fs';
import path from 'node:path';

const PICTURES = [
  'halves.bmp',
  'halves-palette.bmp',
  'halves.heic',
  'halves-16bit.jxl',
  'halves-20mp.avif',
  'halves-48mp.heic',
  'halves-moving.avif',
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
  'picture.avif',
  'picture.gif',
  'picture.webp',
  'upright.jpg',
] as const;

/** The files beside this one and in pictures/; README.md says what each is and how it was made. */
export const SAMPLE_FILES = [
  ...PICTURES,
  'brand-guide.pdf',
  'film-hevc.mkv',
  'film-vp9.webm',
  'film.mp4',
  'film.webm',
  'jingle.wav',
  'letter.docx',
  'locked.7z',
  'media-plan.pdf',
  'prices.xlsx',
  'silence.mp3',
  'sources-rar4.rar',
  'sources.7z',
  'sources.rar',
  'sources.zip',
] as const;

export type SampleName = (typeof SAMPLE_FILES)[number];

export function sampleFile(name: SampleName): Buffer<ArrayBuffer> {
  const folder = PICTURES.some((picture) => picture === name) ? 'pictures' : '';
  return Buffer.from(readFileSync(path.join(import.meta.dirname, folder, name)));
}
