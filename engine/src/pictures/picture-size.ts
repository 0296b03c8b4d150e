type PictureSize = { width: number; height: number };

const MOST_PIXELS = 100_000;

/**
 * Reads the size of a PNG, GIF, WebP or JPEG (with EXIF orientation) from its first bytes, to reserve its space on a
 * page; undefined if they do not contain it. The decoder corrects a wrong size later.
 */
export function pictureSizeIn(mediaType: string, beginning: Buffer): PictureSize | undefined {
  try {
    const size = READERS[mediaType]?.(beginning);
    return size && isPlausible(size.width) && isPlausible(size.height) ? size : undefined;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Reader = (bytes: Buffer) => PictureSize | undefined;

const READERS: Partial<Record<string, Reader>> = {
  'image/png': (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  'image/gif': (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  'image/webp': readWebp,
  'image/jpeg': readJpeg,
};

function isPlausible(pixels: number): boolean {
  return pixels > 0 && pixels <= MOST_PIXELS;
}

function readWebp(bytes: Buffer): PictureSize | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      // An orientation would be in a chunk at the end.
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/** From this orientation on a picture lies on its side (EXIF 2.3, tag 0x0112). */
const ON_ITS_SIDE = 5;

function readJpeg(bytes: Buffer): PictureSize | undefined {
  let orientation = 1;
  // A segment consists of 0xFF, a marker, and a length that counts itself.
  for (let at = 2; bytes.readUInt8(at) === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xe1) orientation = orientationIn(bytes.subarray(at + 4)) ?? orientation;
    if (!isFrame(marker)) continue;
    const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
    return orientation >= ON_ITS_SIDE ? { width: height, height: width } : { width, height };
  }
  return undefined;
}

/** Frames have the markers 0xC0 to 0xCF, except for three tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function orientationIn(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined;
  const tiff = segment.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = read16(first);
  for (let entry = 0; entry < count; entry += 1) {
    const at = first + 2 + entry * 12;
    if (read16(at) === 0x0112) return read16(at + 8);
  }
  return undefined;
}
