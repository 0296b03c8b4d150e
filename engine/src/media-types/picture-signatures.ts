/** First bytes of pictures that the library for file types does not recognise. */
const SIGNATURES: readonly [beginning: string, mediaType: string][] = [
  ['\x76\x2f\x31\x01', 'image/x-exr'],
  ['SDPX', 'image/x-dpx'],
  ['XPDS', 'image/x-dpx'],
];

const SGI_BEGINNING = 0x01_da;
const PCX_BEGINNING = 0x0a;
const PCX_VERSIONS = [0, 2, 3, 4, 5];
const PCX_HEADER_BYTES = 128;

/** Media type of a studio's or older picture by its first bytes, if any. */
export function sniffStudioPicture(bytes: Buffer): string | undefined {
  const beginning = bytes.toString('latin1', 0, 4);
  const match = SIGNATURES.find(([signature]) => signature === beginning);
  if (match) return match[1];
  if (isSgi(bytes)) return 'image/x-sgi';
  if (isPcx(bytes)) return 'image/x-pcx';
  return isTga(bytes) ? 'image/x-tga' : undefined;
}

function isSgi(bytes: Buffer): boolean {
  if (bytes.length < 12 || bytes.readUInt16BE(0) !== SGI_BEGINNING) return false;
  const [isPacked, depth, dimensions] = [bytes.readUInt8(2), bytes.readUInt8(3), bytes.readUInt16BE(4)];
  return isPacked <= 1 && [1, 2].includes(depth) && dimensions >= 1 && dimensions <= 3;
}

/** A PCX begins with a line feed only, so the next fields are checked as well. */
function isPcx(bytes: Buffer): boolean {
  if (bytes.length < PCX_HEADER_BYTES || bytes.readUInt8(0) !== PCX_BEGINNING) return false;
  const [version, isPacked, depth] = [bytes.readUInt8(1), bytes.readUInt8(2), bytes.readUInt8(3)];
  const planes = bytes.readUInt8(65);
  return (
    PCX_VERSIONS.includes(version) &&
    isPacked === 1 &&
    [1, 2, 4, 8].includes(depth) &&
    planes >= 1 &&
    planes <= 4 &&
    bytes.readUInt16LE(8) >= bytes.readUInt16LE(4) &&
    bytes.readUInt16LE(10) >= bytes.readUInt16LE(6)
  );
}

const TGA_HEADER_BYTES = 18;
/** Valid bits of a pixel for each type of picture; types from 9 on are run-length encoded. */
const TGA_DEPTHS: Record<number, readonly number[]> = {
  1: [8],
  2: [15, 16, 24, 32],
  3: [8],
  9: [8],
  10: [15, 16, 24, 32],
  11: [8],
};
const TGA_PALETTE_DEPTHS = [15, 16, 24, 32];

/** A TGA has no signature: each field of its header must have a value that programs write. */
function isTga(bytes: Buffer): boolean {
  if (bytes.length <= TGA_HEADER_BYTES) return false;
  const [hasPalette, type, descriptor] = [bytes.readUInt8(1), bytes.readUInt8(2), bytes.readUInt8(17)];
  const isPlausible =
    TGA_DEPTHS[type]?.includes(bytes.readUInt8(16)) === true &&
    bytes.readUInt16LE(12) > 0 &&
    bytes.readUInt16LE(14) > 0 &&
    (descriptor & 0xc0) === 0 &&
    (descriptor & 0x0f) <= 8;
  if (!isPlausible) return false;
  if (hasPalette === 1) return bytes.readUInt16LE(5) > 0 && TGA_PALETTE_DEPTHS.includes(bytes.readUInt8(7));
  const needsPalette = type === 1 || type === 9;
  return hasPalette === 0 && !needsPalette && bytes.subarray(3, 8).every((byte) => byte === 0);
}
