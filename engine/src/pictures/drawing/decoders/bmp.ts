import { decode } from 'bmp-ts';
import type { Picture } from '../picture.ts';
import { expectPixels, readBounded } from './bounded-bytes.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** Decoding holds four bytes for each pixel. */
const MAX_PIXELS = 40_000_000;

const WIDTH_AT = 18;
const HEIGHT_AT = 22;
const COMPRESSION_AT = 30;
/** Run-length encodings of 8 and 4 bits, which the library reads wrongly. */
const RUN_LENGTHS = [1, 2];

/**
 * Decodes a Windows bitmap with a palette or bit masks; rejects run-length encoding, which hardly any program writes.
 */
export async function decodeBmp(path: string): Promise<Picture> {
  const bytes = readBounded(path, MAX_BYTES);
  // A negative height means that the rows begin at the top.
  expectPixels(bytes.readUInt32LE(WIDTH_AT), Math.abs(bytes.readInt32LE(HEIGHT_AT)), MAX_PIXELS);
  if (RUN_LENGTHS.includes(bytes.readUInt32LE(COMPRESSION_AT)))
    throw new Error('The bitmap is of run lengths');
  const { data, width, height } = decode(bytes);
  return { input: toRgba(data), options: { raw: { width, height, channels: 4 } } };
}

/** Reorders pixels in place from ABGR. Alpha 0 everywhere counts as opaque, as most programs mean it. */
function toRgba(pixels: Buffer): Buffer {
  pixels.swap32();
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return pixels;
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return pixels;
}
