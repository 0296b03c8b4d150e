import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import startOpenJpeg from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import type { Picture } from '../picture.ts';
import { expectPixels, readBounded } from './bounded-bytes.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;

/** Start of the code stream and its SIZ marker; two lengths of 2 bytes, width and height of 4 bytes follow. */
const SIZE_MARKERS = Buffer.from('ff4fff51', 'hex');

const PROGRAM = fileURLToPath(import.meta.resolve('@cornerstonejs/codec-openjpeg/decodewasm'));

export async function decodeJpeg2000(path: string): Promise<Picture> {
  const bytes = readBounded(path, MAX_BYTES);
  const size = bytes.indexOf(SIZE_MARKERS) + SIZE_MARKERS.length;
  expectPixels(bytes.readUInt32BE(size + 4), bytes.readUInt32BE(size + 8), MAX_PIXELS);
  // The decoder's log output would be mixed into the answer of this process.
  const { J2KDecoder } = await startOpenJpeg({ wasmBinary: readFileSync(PROGRAM), print: () => {} });
  const decoder = new J2KDecoder();
  decoder.getEncodedBuffer(bytes.length).set(bytes);
  decoder.decode();
  const { width, height, bitsPerSample, componentCount: channels, isSigned } = decoder.getFrameInfo();
  if (channels !== 1 && channels !== 3 && channels !== 4)
    throw new Error(`${channels} channels are no picture`);
  if (isSigned) throw new Error('Samples below zero are no picture');
  const input = withEightBits(Buffer.from(decoder.getDecodedBuffer()), bitsPerSample);
  return { input, options: { raw: { width, height, channels } } };
}

/** Samples of more than 8 bits take two bytes, the lower one first. */
function withEightBits(samples: Buffer, bits: number): Buffer {
  if (bits === 8) return samples;
  const stride = bits > 8 ? 2 : 1;
  const most = 2 ** bits - 1;
  const bytes = Buffer.alloc(samples.length / stride);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Math.round(
      ((stride === 2 ? samples.readUInt16LE(at * 2) : samples.readUInt8(at)) * 255) / most,
    );
  return bytes;
}
