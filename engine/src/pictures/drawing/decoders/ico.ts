import decodeIco from 'decode-ico';
import type { Picture } from '../picture.ts';
import { expectPixels, readBounded } from './bounded-bytes.ts';

const MAX_BYTES = 8 * 1024 * 1024;
/** An icon gives its size in a byte; one that holds a png may be larger. */
const MAX_PIXELS = 4_000_000;

export async function decodeLargestIcon(path: string): Promise<Picture> {
  const [largest] = decodeIco(readBounded(path, MAX_BYTES)).toSorted(
    (one, other) => other.width * other.height - one.width * one.height || other.bpp - one.bpp,
  );
  if (!largest) throw new Error('The icon has no picture');
  const { type, data, width, height } = largest;
  expectPixels(width, height, MAX_PIXELS);
  const input = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (type === 'png') return { input, options: { limitInputPixels: MAX_PIXELS } };
  return { input, options: { raw: { width, height, channels: 4 } } };
}
