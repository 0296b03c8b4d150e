import { closeSync, openSync, readSync } from 'node:fs';
import type { Picture } from '../picture.ts';
import { readBounded } from './bounded-bytes.ts';

/** Its decoder holds up to 30 bytes for each, of ten bits and more. */
const MAX_PIXELS = 24_000_000;
/** A file that moves is held in memory. */
const MAX_MOVING_BYTES = 64 * 1024 * 1024;

/** The brand of a file, behind the length and the name of its first box: one that moves, and one that stands still. */
const [BRAND_AT, MOVING, STILL] = [8, 'avis', 'avif'];

/** An AVIF; of a moving one the picture that stands for it, which libvips finds once the file does not call itself moving. */
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
