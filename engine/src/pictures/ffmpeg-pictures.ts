import { open } from 'node:fs/promises';
import path from 'node:path';
import { withTemporaryFolder } from '../sandbox/temporary-folders.ts';
import { decoderOf } from './drawing/decoders.ts';
import { ffmpegProgram } from './films/ffmpeg.ts';
import { runLimited } from '../sandbox/limited-process.ts';

/** FFmpeg's decoder for each type, whatever the bytes or the name suggest. */
const CODECS: Record<string, string> = {
  'image/x-exr': 'exr',
  'image/x-dpx': 'dpx',
  'image/x-sgi': 'sgi',
  'image/x-pcx': 'pcx',
  'image/x-tga': 'targa',
  // Fallback for variants that their own decoders refuse: run lengths and rare compressions.
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
};

export const FFMPEG_PICTURE_TYPES: readonly string[] = Object.keys(CODECS).filter((type) => !decoderOf(type));

function isReadByFfmpeg(mediaType: string): boolean {
  return Object.hasOwn(CODECS, mediaType);
}

/** Draws a picture, or the TIFF that FFmpeg makes of it if no other decoder reads it. */
export async function readPicture<T>(
  file: string,
  { mediaType, signal }: { mediaType: string; signal?: AbortSignal | undefined },
  draw: (path: string, mediaType: string) => Promise<T>,
): Promise<T> {
  const byFfmpeg = () => withPictureAsTiff(file, mediaType, (tiff) => draw(tiff, 'image/tiff'), signal);
  if (!decoderOf(mediaType)) return byFfmpeg();
  const drawn = draw(file, mediaType);
  return isReadByFfmpeg(mediaType) ? drawn.catch(byFfmpeg) : drawn;
}

/** FFmpeg holds up to 30 bytes for each pixel: the file, the decoded picture and the output. */
const MAX_PIXELS = 24_000_000;
const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;
const MAX_TIFF_BYTES = 128 * 1024 * 1024;

const TGA_HEADER_BYTES = 18;
/** Offsets of the bits of a TGA's pixel, and of its alpha bits. */
const [TGA_DEPTH_AT, TGA_DESCRIPTOR_AT] = [16, 17];

/** Converts a picture to a TIFF with FFmpeg and deletes it after `use`; rejects if it is unreadable. */
async function withPictureAsTiff<T>(
  file: string,
  mediaType: string,
  use: (tiff: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const output = path.join(folder, 'picture.tif');
    const colours = await coloursOf(file, mediaType);
    const args = (from: string, to: string) => argumentsFor({ mediaType, colours, from, to });
    const limits = { output: { path: output, bytes: MAX_TIFF_BYTES }, memoryBytes: MAX_MEMORY_BYTES, signal };
    await runLimited(file, ffmpegProgram({ command: 'ffmpeg', args, ...limits }));
    return use(output);
  });
}

/** A TGA of 32 bits a pixel without alpha bits has three colours and an unused byte. */
async function coloursOf(file: string, mediaType: string): Promise<string> {
  if (mediaType !== 'image/x-tga') return 'rgb24|rgba';
  const handle = await open(file, 'r');
  try {
    const header = Buffer.alloc(TGA_HEADER_BYTES);
    await handle.read(header, 0, TGA_HEADER_BYTES, 0);
    const isOpaque = header[TGA_DEPTH_AT] === 32 && ((header[TGA_DESCRIPTOR_AT] ?? 0) & 0x0f) === 0;
    return isOpaque ? 'rgb24' : 'rgb24|rgba';
  } finally {
    await handle.close();
  }
}

const QUIETLY = ['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file,pipe'];
/** Reads one file with one decoder; its name is not a pattern. */
const ONE_FILE = ['-f', 'image2', '-pattern_type', 'none'];
const AS_TIFF = ['-c:v', 'tiff', '-compression_algo', 'raw', '-f', 'image2', '-update', '1', '-y'];
/** EXR values are linear light, unlike those of screens. */
const LIGHT_TO_SRGB = ['-apply_trc', 'iec61966_2_1'];

function argumentsFor({
  mediaType,
  colours,
  from,
  to,
}: Record<'mediaType' | 'colours' | 'from' | 'to', string>): string[] {
  return [
    ...QUIETLY,
    '-max_pixels',
    String(MAX_PIXELS),
    ...(mediaType === 'image/x-exr' ? LIGHT_TO_SRGB : []),
    ...ONE_FILE,
    '-c:v',
    CODECS[mediaType] ?? 'tiff',
    '-i',
    `file:${from}`,
    '-frames:v',
    '1',
    '-vf',
    `format=${colours}`,
    ...AS_TIFF,
    `file:${to}`,
  ];
}
