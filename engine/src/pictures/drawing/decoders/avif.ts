import { closeSync, openSync, readSync } from 'node:fs';
import type { Picture } from '../picture.ts';
import { readBounded } from './bounded-bytes.ts';

/** The decoder holds up to 30 bytes for each pixel of ten bits or more. */
const MAX_PIXELS = 24_000_000;
/** The file of an animation is held in memory. */
const MAX_MOVING_BYTES = 64 * 1024 * 1024;

/** Offset of the file's brand, and the brands of an animation and of a still picture. */
const [BRAND_AT, MOVING, STILL] = [8, 'avis', 'avif'];

/** Decodes an AVIF; libvips finds the still picture of an animation only under the brand of a still picture. */
export async function decodeAvif(path: string): Promise<Picture> {
  const options = { limitInputPixels: MAX_PIXELS };
  if (brandOf(path) !== MOVING) return { input: path, options };
  const bytes = readBounded(path, MAX_MOVING_BYTES);
  bytes.write(STILL, BRAND_AT, 'latin1');
  return { input: bytes, options };
}

function brandOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(STILL.length);
    readSync(file, bytes, 0, STILL.length, BRAND_AT);
    return bytes.toString('latin1');
  } finally {
    closeSync(file);
  }
}
