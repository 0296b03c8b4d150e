import sharp, { type SharpOptions } from 'sharp';
import type { Picture } from '../picture.ts';
import { readBounded } from './bounded-bytes.ts';

const MAX_BYTES = 160 * 1024 * 1024;
const MAX_PIXELS = 110_000_000;

/** Most embedded pictures that are tried, the largest first. */
const MOST_TRIED = 4;
const SEEN_PIXELS = 64;
const UNSEEN_DIFFERENCE = 8;

const START_OF_IMAGE = Buffer.from('ffd8ff', 'hex');
/** Further matches are bytes of a picture that look like the beginning of a JPEG. */
const MAX_BEGINNINGS = 100_000;
const MAX_PARTS = 64;
/** Markers of ordinary JPEG frames; the lossless kind, which may hold the sensor data, has others. */
const READ_FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const START_OF_SCAN = 0xda;

const ORIENTATION = 274;
/** Box of directories in other formats, such as Canon's newer one. */
const DIRECTORY_BOX = Buffer.from('CMT1');
const BYTE_ORDERS = ['II', 'MM'];
const BIG_ENDIAN = 'MM';

/**
 * Decodes the largest JPEG in a camera's file that shows something. Sensor data is not developed, since the result is
 * the photographer's choice; it may begin like a JPEG, which is black then.
 */
export async function decodeCameraRaw(path: string): Promise<Picture> {
  const bytes = readBounded(path, MAX_BYTES);
  const options = { limitInputPixels: MAX_PIXELS };
  for (const { at } of largestJpegs(bytes)) {
    const jpeg = bytes.subarray(at);
    if (await showsSomething(jpeg, options))
      return { input: withOrientation(jpeg, orientationOf(bytes)), options };
  }
  throw new Error('The camera put no picture into its file');
}

type Found = { at: number; pixels: number };

function largestJpegs(bytes: Buffer): Found[] {
  let largest: Found[] = [];
  let at = bytes.indexOf(START_OF_IMAGE);
  for (let count = 0; at >= 0 && count < MAX_BEGINNINGS; count += 1) {
    const pixels = pixelsOfJpeg(bytes, at);
    if (pixels > 0 && pixels <= MAX_PIXELS)
      largest = [...largest, { at, pixels }]
        .toSorted((one, other) => other.pixels - one.pixels)
        .slice(0, MOST_TRIED);
    at = bytes.indexOf(START_OF_IMAGE, at + 1);
  }
  return largest;
}

/** True if a JPEG can be read and has more than one colour, at a much smaller size. */
async function showsSomething(jpeg: Buffer, options: SharpOptions): Promise<boolean> {
  try {
    const small = await sharp(jpeg, options)
      .resize(SEEN_PIXELS, SEEN_PIXELS, { fit: 'fill' })
      .png()
      .toBuffer();
    const { channels } = await sharp(small).stats();
    return channels.some(({ min, max }) => max - min > UNSEEN_DIFFERENCE);
  } catch {
    return false;
  }
}

/** Number of pixels, 0 if no JPEG begins there that can be drawn. */
function pixelsOfJpeg(bytes: Buffer, start: number): number {
  let at = start + 2;
  for (let part = 0; part < MAX_PARTS && at + 9 <= bytes.length && bytes[at] === 0xff; part += 1) {
    const marker = bytes.readUInt8(at + 1);
    if (READ_FRAMES.has(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    if (marker === START_OF_SCAN) return 0;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return 0;
}

/** EXIF orientation, 1 to 8. */
function orientationOf(bytes: Buffer): number {
  const box = bytes.indexOf(DIRECTORY_BOX);
  const start = box < 0 ? 0 : box + DIRECTORY_BOX.length;
  const directory = bytes.subarray(start, start + 64 * 1024);
  const order = directory.toString('latin1', 0, 2);
  if (!BYTE_ORDERS.includes(order) || directory.length < 8) return 1;
  const isBig = order === BIG_ENDIAN;
  const short = (at: number) => (isBig ? directory.readUInt16BE(at) : directory.readUInt16LE(at));
  const entriesAt = isBig ? directory.readUInt32BE(4) : directory.readUInt32LE(4);
  if (entriesAt + 2 > directory.length) return 1;
  for (let entry = 0; entry < short(entriesAt); entry += 1) {
    const at = entriesAt + 2 + entry * 12;
    if (at + 12 > directory.length) return 1;
    if (short(at) === ORIENTATION) return short(at + 8);
  }
  return 1;
}

/** Adds a segment with the orientation; readers ignore the one that follows later. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  if (orientation < 2 || orientation > 8) return jpeg;
  const part = Buffer.alloc(36);
  part.writeUInt16BE(0xff_e1, 0);
  part.writeUInt16BE(part.length - 2, 2);
  part.write('Exif\0\0MM\0*', 4, 'latin1');
  part.writeUInt32BE(8, 14);
  part.writeUInt16BE(1, 18);
  part.writeUInt16BE(ORIENTATION, 20);
  part.writeUInt16BE(3, 22);
  part.writeUInt32BE(1, 24);
  part.writeUInt16BE(orientation, 28);
  return Buffer.concat([jpeg.subarray(0, 2), part, jpeg.subarray(2)]);
}
