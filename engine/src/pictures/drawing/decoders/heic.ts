import startLibheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';
import type { Picture } from '../picture.ts';
import { expectPixels, readBounded } from './bounded-bytes.ts';
import { writeTiff } from './tiff/write-tiff.ts';

/** A phone's picture of 48 million pixels has 10 to 20 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The largest pictures of phones. Decoding and drawing hold up to 18 bytes for each pixel. */
const MAX_PIXELS = 50_000_000;

const PROFILE_BOX = Buffer.from('colrprof');
const LENGTH_BYTES = 4;

/** Decodes the first picture of a phone's file, upright, in the colours of its profile. */
export async function decodeHeic(path: string): Promise<Picture> {
  const bytes = readBounded(path, MAX_BYTES);
  const heif = startLibheif();
  const context = heif.heif_context_alloc();
  heif.heif_context_read_from_memory(context, bytes);
  const image = heif.heif_js_context_get_primary_image_handle(context);
  if ('code' in image) throw new Error(image.message ?? 'The file has no picture');
  expectPixels(heif.heif_image_handle_get_width(image), heif.heif_image_handle_get_height(image), MAX_PIXELS);
  const decoded = heif.heif_js_decode_image2(
    image,
    heif.heif_colorspace.heif_colorspace_RGB,
    heif.heif_chroma.heif_chroma_interleaved_RGB,
  );
  const [channel] = 'code' in decoded ? [] : decoded.channels;
  if ('code' in decoded || !channel) throw new Error('The picture cannot be decoded');
  const { width, height } = decoded;
  const iccProfile = profileOf(bytes);
  const pixelBytes = withoutPadding(channel, width * 3, height);
  if (!iccProfile) return { input: pixelBytes, options: { raw: { width, height, channels: 3 } } };
  const tiff = writeTiff({
    width,
    height,
    channels: 3,
    depth: 8,
    photometric: 'rgb',
    compression: 'none',
    arrangement: 'interleaved',
    rowsPerStrip: height,
    stripLengths: [pixelBytes.length],
    strips: pixelBytes,
    iccProfile,
  });
  return { input: tiff, options: { limitInputPixels: MAX_PIXELS } };
}

/** The first colour profile of the file; its pictures usually share one. */
function profileOf(bytes: Buffer): Buffer | undefined {
  const at = bytes.indexOf(PROFILE_BOX);
  if (at < LENGTH_BYTES) return undefined;
  const profile = bytes.subarray(
    at + PROFILE_BOX.length,
    at - LENGTH_BYTES + bytes.readUInt32BE(at - LENGTH_BYTES),
  );
  return profile.toString('latin1', 36, 40) === 'acsp' ? profile : undefined;
}

function withoutPadding(
  { data, stride }: { data: Uint8Array; stride: number },
  rowBytes: number,
  rows: number,
): Buffer {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  if (stride === rowBytes) return bytes;
  return Buffer.concat(
    Array.from({ length: rows }, (_, row) => bytes.subarray(row * stride, row * stride + rowBytes)),
  );
}
