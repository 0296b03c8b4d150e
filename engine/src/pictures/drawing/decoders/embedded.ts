import { inflateRawSync } from 'node:zlib';
import type { Picture } from '../picture.ts';
import { readBounded } from './bounded-bytes.ts';

const MAX_BYTES = 160 * 1024 * 1024;
const MAX_PIXELS = 110_000_000;
const MAX_PREVIEW_BYTES = 32 * 1024 * 1024;
/** More pictures than any program writes into one document. */
const MOST_PICTURES = 64;

/** Decodes the preview that a program put into a document; rejects if there is none. */
export async function decodeEmbedded(path: string): Promise<Picture> {
  const bytes = readBounded(path, MAX_BYTES);
  for (const find of [largestIcon, pictureOfEps, previewOfPackage, pictureOfXmp]) {
    const input = find(bytes);
    if (input && input.length > 0) return { input, options: { limitInputPixels: MAX_PIXELS } };
  }
  throw new Error('The document has no picture of itself');
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** Icons of macOS consist of parts with a name of four letters and a length; those in use are png. */
function largestIcon(bytes: Buffer): Buffer | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'icns') return undefined;
  let largest: Buffer | undefined;
  for (let at = 8, count = 0; at + 8 <= bytes.length && count < MOST_PICTURES; count += 1) {
    const length = bytes.readUInt32BE(at + 4);
    if (length < 8) break;
    const icon = bytes.subarray(at + 8, at + length);
    const isPng = icon.subarray(0, PNG.length).equals(PNG);
    if (isPng && icon.length > (largest?.length ?? 0)) largest = icon;
    at += length;
  }
  return largest;
}

const EPS_WITH_PICTURE = 0xc5_d0_d3_c6;

/** The TIFF preview of an EPS, if its header names one. */
function pictureOfEps(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 28 || bytes.readUInt32BE(0) !== EPS_WITH_PICTURE) return undefined;
  const start = bytes.readUInt32LE(20);
  return bytes.subarray(start, start + bytes.readUInt32LE(24));
}

const PREVIEW_NAME = Buffer.from('preview.jpg');
const ENTRY_BYTES = 30;
const DEFLATED = 8;

function previewOfPackage(bytes: Buffer): Buffer | undefined {
  for (let at = bytes.indexOf(PREVIEW_NAME), count = 0; at >= 0 && count < MOST_PICTURES; count += 1) {
    const head = at - ENTRY_BYTES;
    if (head >= 0 && bytes.readUInt32LE(head) === 0x04_03_4b_50) {
      const start = head + ENTRY_BYTES + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
      const size = bytes.readUInt32LE(head + 18);
      // A picture without a size in the header is cut at its own end by the decoder.
      const packed = bytes.subarray(start, size > 0 ? start + size : start + MAX_PREVIEW_BYTES);
      if (bytes.readUInt16LE(head + 8) !== DEFLATED) return packed;
      return inflateRawSync(packed, { maxOutputLength: MAX_PREVIEW_BYTES });
    }
    at = bytes.indexOf(PREVIEW_NAME, at + 1);
  }
  return undefined;
}

const [IMAGE, IMAGE_END] = ['<xmpGImg:image>', '</xmpGImg:image>'];
const JPEG = Buffer.from('ffd8ff', 'hex');

/** The largest picture in the XMP notes of Adobe's programs. */
function pictureOfXmp(bytes: Buffer): Buffer | undefined {
  let largest: Buffer | undefined;
  for (let at = bytes.indexOf(IMAGE), count = 0; at >= 0 && count < MOST_PICTURES; count += 1) {
    const end = bytes.indexOf(IMAGE_END, at);
    if (end < 0) break;
    const text = bytes.toString('latin1', at + IMAGE.length, end).replaceAll(/&#x?\w{1,4};/g, '');
    const picture = Buffer.from(text, 'base64');
    const isJpeg = picture.subarray(0, JPEG.length).equals(JPEG);
    if (isJpeg && picture.length > (largest?.length ?? 0)) largest = picture;
    at = bytes.indexOf(IMAGE, end);
  }
  return largest;
}
