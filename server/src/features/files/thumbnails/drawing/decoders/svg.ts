import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import sharp from 'sharp';
import type { Picture } from '../decoders.ts';
import { readBounded } from './bounded-bytes.ts';

/** Longer drawings are mostly pictures in disguise, or made to be slow. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_PIXELS = 24_000_000;
/** At so many dots an inch a unit of the drawing is a pixel. */
const DENSITY = 72;
const MAX_DENSITY = 4800;

/**
 * A drawing, as large as the large thumbnail where it is smaller. From a buffer the library has no place to fetch other
 * files from, and it runs no scripts.
 */
export async function decodeSvg(path: string): Promise<Picture> {
  const input = readBounded(path, MAX_BYTES);
  const { width, height } = await sharp(input, { density: DENSITY }).metadata();
  const density = Math.min(MAX_DENSITY, (DENSITY * THUMBNAIL_PIXELS.large) / Math.max(width, height));
  return { input, options: { density, limitInputPixels: MAX_PIXELS } };
}
