import { readFileSync, statSync } from 'node:fs';

/** Reads a whole file; throws if it has more than `most` bytes. */
export function readBounded(path: string, most: number): Buffer {
  if (statSync(path).size > most) throw new Error('The file is too long for its decoder');
  return readFileSync(path);
}

/** Throws if a picture has no pixels, or more than `most`. */
export function expectPixels(width: number, height: number, most: number): void {
  if (!(width > 0 && height > 0 && width * height <= most))
    throw new Error('The picture has too many pixels, or none');
}
