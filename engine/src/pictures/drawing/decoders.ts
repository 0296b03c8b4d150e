import type { Picture } from './picture.ts';

/** Decodes a file, in its own process; rejects if it is broken or too large. Vector formats get `longerSide` pixels. */
type Decoder = (path: string, longerSide: number, page?: number) => Promise<Picture>;

/** The largest cameras make as many pixels. Drawing holds up to 4 bytes for each. */
const MAX_INPUT_PIXELS = 110_000_000;

/** Documents with a preview picture by the program that wrote them. */
const EMBEDDING_TYPES = [
  'image/icns',
  'application/eps',
  'application/x-indesign',
  'application/vnd.apple.pages',
  'application/vnd.apple.numbers',
  'application/vnd.apple.keynote',
] as const;

const DECODERS: Record<string, Decoder> = {
  'image/png': readBySharp,
  'image/jpeg': readBySharp,
  'image/gif': readBySharp,
  'image/webp': readBySharp,
  'image/tiff': readTiff,
  'image/apng': readBySharp,
  'image/svg+xml': async (path, longerSide) =>
    (await import('./decoders/svg.ts')).decodeSvg(path, longerSide),
  'image/vnd.adobe.photoshop': async (path) => (await import('./decoders/psd.ts')).decodePsd(path),
  'image/bmp': async (path) => (await import('./decoders/bmp.ts')).decodeBmp(path),
  'image/x-icon': async (path) => (await import('./decoders/ico.ts')).decodeLargestIcon(path),
  'image/jxl': async (path) => (await import('./decoders/jpeg-xl.ts')).decodeJpegXl(path),
  'image/jp2': readJpeg2000,
  'image/j2c': readJpeg2000,
  'image/x-canon-cr2': readCameraRaw,
  'image/x-canon-cr3': readCameraRaw,
  'image/x-nikon-nef': readCameraRaw,
  'image/x-sony-arw': readCameraRaw,
  'image/x-adobe-dng': readCameraRaw,
  'image/x-fujifilm-raf': readCameraRaw,
  'image/x-olympus-orf': readCameraRaw,
  'image/x-panasonic-rw2': readCameraRaw,
  'application/pdf': async (path, longerSide, page) =>
    (await import('./decoders/pdf.ts')).decodePdf(path, longerSide, page),
  'image/heic': readHeic,
  'image/heif': readHeic,
  ...Object.fromEntries(EMBEDDING_TYPES.map((type) => [type, readEmbedded])),
  'image/avif': async (path) => (await import('./decoders/avif.ts')).decodeAvif(path),
};

/** Types with a decoder that holds several copies of the picture, within its own limit of pixels. */
const HELD_SEVERAL_TIMES = new Set(['image/avif', 'image/heic', 'image/heif', 'image/jxl']);
const [USUAL_MEMORY_BYTES, MOST_MEMORY_BYTES] = [500 * 1024 * 1024, 1024 * 1024 * 1024];

/** Memory limit of the process that draws a media type: enough for the largest picture its decoder accepts. */
export function memoryFor(mediaType: string): number {
  return HELD_SEVERAL_TIMES.has(mediaType) ? MOST_MEMORY_BYTES : USUAL_MEMORY_BYTES;
}

export const DECODED_TYPES: readonly string[] = Object.keys(DECODERS);

export function decoderOf(mediaType: string): Decoder | undefined {
  return Object.hasOwn(DECODERS, mediaType) ? DECODERS[mediaType] : undefined;
}

async function readEmbedded(path: string): Promise<Picture> {
  return (await import('./decoders/embedded.ts')).decodeEmbedded(path);
}

async function readHeic(path: string): Promise<Picture> {
  return (await import('./decoders/heic.ts')).decodeHeic(path);
}

async function readCameraRaw(path: string): Promise<Picture> {
  return (await import('./decoders/camera-raw.ts')).decodeCameraRaw(path);
}

async function readJpeg2000(path: string): Promise<Picture> {
  return (await import('./decoders/jpeg-2000.ts')).decodeJpeg2000(path);
}

async function readTiff(path: string): Promise<Picture> {
  return (await import('./decoders/tiff/tiff.ts')).decodeTiff(path, { limitInputPixels: MAX_INPUT_PIXELS });
}

async function readBySharp(input: string): Promise<Picture> {
  return { input, options: { limitInputPixels: MAX_INPUT_PIXELS } };
}
