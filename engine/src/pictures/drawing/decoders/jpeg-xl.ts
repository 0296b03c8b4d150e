import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import decode, { init } from '@jsquash/jxl/decode.js';
import type { Picture } from '../picture.ts';
import { expectPixels, readBounded } from './bounded-bytes.ts';
import { jpegXlPixels } from './jpeg-xl-size.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** Decoding holds up to 67 bytes for each pixel. */
const MAX_PIXELS = 14_000_000;

const PROGRAM = fileURLToPath(import.meta.resolve('@jsquash/jxl/codec/dec/jxl_dec.wasm'));

/** Decodes a JPEG XL picture, or the first frame of an animation. */
export async function decodeJpegXl(path: string): Promise<Picture> {
  const bytes = readBounded(path, MAX_BYTES);
  if (jpegXlPixels(bytes) > MAX_PIXELS) throw new Error('The picture has too many pixels');
  // The decoder returns this class of browsers.
  Object.assign(globalThis, { ImageData: BrowserImage });
  await init({ wasmBinary: readFileSync(PROGRAM) });
  const { data, width, height } = await decode(bytes);
  expectPixels(width, height, MAX_PIXELS);
  const input = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return { input, options: { raw: { width, height, channels: 4 } } };
}

class BrowserImage {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}
