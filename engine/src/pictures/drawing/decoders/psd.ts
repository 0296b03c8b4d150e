import type { Picture } from '../picture.ts';
import { PositionedReader } from './positioned-reader.ts';
import { type TiffPixels, writeTiff } from './tiff/write-tiff.ts';

/** Most bytes of the merged picture as stored; they are held twice for a moment. */
const MAX_MERGED_BYTES = 128 * 1024 * 1024;
const MAX_PIXELS = 110_000_000;
const MAX_RESOURCES_BYTES = 64 * 1024 * 1024;

const HEADER_BYTES = 26;
const PALETTE_BYTES = 768;
const LARGE_DOCUMENT = 2;

/** Numbers of the image resources in use (Adobe Photoshop File Formats Specification). */
const THUMBNAIL = 1036;
const ICC_PROFILE = 1039;
const VERSION_INFO = 1057;
const THUMBNAIL_HEADER_BYTES = 28;

type Mode = Pick<TiffPixels, 'photometric' | 'channels'>;

const MODES: Record<number, Mode> = {
  0: { photometric: 'white is zero', channels: 1 },
  1: { photometric: 'black is zero', channels: 1 },
  2: { photometric: 'palette', channels: 1 },
  3: { photometric: 'rgb', channels: 3 },
  4: { photometric: 'cmyk', channels: 4 },
  8: { photometric: 'black is zero', channels: 1 },
  9: { photometric: 'lab', channels: 3 },
};

const UNCOMPRESSED = 0;
const PACKBITS = 1;

/** Decodes the merged picture of a Photoshop document, else its thumbnail. Layers are ignored. */
export async function decodePsd(path: string): Promise<Picture> {
  const reader = new PositionedReader(path);
  try {
    return await readDocument(reader);
  } finally {
    reader.close();
  }
}

async function readDocument(reader: PositionedReader): Promise<Picture> {
  const header = reader.take(HEADER_BYTES);
  const isLarge = header.readUInt16BE(4) === LARGE_DOCUMENT;
  const [height, width] = [header.readUInt32BE(14), header.readUInt32BE(18)];
  const depth = header.readUInt16BE(22);
  const mode = MODES[header.readUInt16BE(24)];
  const palette = reader.take(limited(reader.take(4).readUInt32BE()));
  const resources = readResources(reader.take(limited(reader.take(4).readUInt32BE())));
  const info = resources.get(VERSION_INFO);
  const isMerged = info === undefined || info.length < 5 || info.readUInt8(4) !== 0;
  const isSupported =
    mode !== undefined && (depth === 8 || (depth === 16 && mode.photometric !== 'lab') || depth === 1);
  const small = resources.get(THUMBNAIL);
  if (!isSupported || !isMerged || width * height > MAX_PIXELS) return smallPicture(small);
  try {
    return await readMerged(reader, {
      header,
      isLarge,
      mode,
      palette,
      iccProfile: resources.get(ICC_PROFILE),
    });
  } catch (error) {
    // The merged picture is cut off, too large or missing.
    if (small) return smallPicture(small);
    throw error;
  }
}

type Document = {
  header: Buffer;
  isLarge: boolean;
  mode: Mode;
  palette: Buffer;
  iccProfile: Buffer | undefined;
};

async function readMerged(reader: PositionedReader, document: Document): Promise<Picture> {
  const { header, isLarge, mode, palette, iccProfile } = document;
  const [height, width] = [header.readUInt32BE(14), header.readUInt32BE(18)];
  const depth = header.readUInt16BE(22);
  reader.skip(isLarge ? Number(reader.take(8).readBigUInt64BE()) : reader.take(4).readUInt32BE());
  const compression = reader.take(2).readUInt16BE();
  const size = { width, height, depth, channels: mode.channels };
  const strips =
    compression === UNCOMPRESSED
      ? readUncompressed(reader, size)
      : compression === PACKBITS
        ? readPackbits(reader, { ...size, all: header.readUInt16BE(12), lengthBytes: isLarge ? 4 : 2 })
        : undefined;
  if (!strips) throw new Error('The merged picture is compressed in an unknown way');
  turnSamples(mode, strips);
  const isLab = mode.photometric === 'lab';
  const tiff = writeTiff({
    ...size,
    ...strips,
    arrangement: 'planes',
    photometric: isLab ? 'rgb' : mode.photometric,
    palette: mode.photometric === 'palette' ? palette.subarray(0, PALETTE_BYTES) : undefined,
    iccProfile: isLab ? undefined : iccProfile,
  });
  if (isLab) return (await import('./tiff/unusual-tiff.ts')).decodeLab(tiff);
  return { input: tiff, options: { limitInputPixels: MAX_PIXELS } };
}

function limited(length: number): number {
  if (length > MAX_RESOURCES_BYTES) throw new Error('A part of the document is too large');
  return length;
}

/** Resources consist of four letters, a number, a padded name and padded data. */
function readResources(bytes: Buffer): Map<number, Buffer> {
  const resources = new Map<number, Buffer>();
  for (let at = 0; at + 12 <= bytes.length;) {
    const number = bytes.readUInt16BE(at + 4);
    const nameBytes = 1 + bytes.readUInt8(at + 6);
    const dataAt = at + 6 + nameBytes + (nameBytes % 2) + 4;
    if (dataAt > bytes.length) break;
    const length = bytes.readUInt32BE(dataAt - 4);
    resources.set(number, bytes.subarray(dataAt, dataAt + length));
    at = dataAt + length + (length % 2);
  }
  return resources;
}

type Size = Pick<TiffPixels, 'width' | 'height' | 'depth' | 'channels'>;
type Strips = Pick<TiffPixels, 'compression' | 'rowsPerStrip' | 'stripLengths' | 'strips'>;

function readUncompressed(reader: PositionedReader, { width, height, depth, channels }: Size): Strips {
  const length = Math.ceil((width * depth) / 8) * height;
  const strips = takeMerged(reader, length * channels);
  const stripLengths = Array.from({ length: channels }, () => length);
  return { compression: 'none', rowsPerStrip: height, stripLengths, strips };
}

/** Lengths of all rows come first; each row is compressed as TIFF's PackBits. */
function readPackbits(
  reader: PositionedReader,
  { height, channels, all, lengthBytes }: Size & { all: number; lengthBytes: number },
): Strips {
  const table = takeMerged(reader, height * all * lengthBytes);
  const stripLengths = Array.from({ length: height * channels }, (_, row) =>
    table.readUIntBE(row * lengthBytes, lengthBytes),
  );
  const strips = takeMerged(
    reader,
    stripLengths.reduce((sum, length) => sum + length, 0),
  );
  return { compression: 'packbits', rowsPerStrip: 1, stripLengths, strips };
}

function takeMerged(reader: PositionedReader, length: number): Buffer {
  if (length > MAX_MERGED_BYTES) throw new Error('The merged picture is too large');
  return reader.take(length);
}

/** Photoshop stores ink inverted and the colours of Lab from 0 on, unlike TIFF. */
function turnSamples({ photometric, channels }: Mode, { compression, strips, stripLengths }: Strips): void {
  if (photometric === 'cmyk') turnBytes(strips, 0xff, compression);
  if (photometric !== 'lab') return;
  const lightness = stripLengths
    .slice(0, stripLengths.length / channels)
    .reduce((sum, length) => sum + length, 0);
  turnBytes(strips.subarray(lightness), 0x80, compression);
}

/** Flips bits of each sample; in PackBits only of the samples, not of the counts. */
function turnBytes(bytes: Buffer, bits: number, compression: TiffPixels['compression']): void {
  for (let at = 0; at < bytes.length;) {
    let samples = bytes.length;
    if (compression === 'packbits') {
      const count = bytes.readInt8(at);
      samples = count === -128 ? 0 : count >= 0 ? count + 1 : 1;
      at += 1;
    }
    const end = Math.min(at + samples, bytes.length);
    for (; at < end; at += 1) bytes[at] = (bytes[at] ?? 0) ^ bits;
  }
}

function smallPicture(thumbnail: Buffer | undefined): Picture {
  if (!thumbnail) throw new Error('The document has no picture of its whole');
  return {
    input: thumbnail.subarray(THUMBNAIL_HEADER_BYTES),
    options: { limitInputPixels: MAX_PIXELS },
  };
}
