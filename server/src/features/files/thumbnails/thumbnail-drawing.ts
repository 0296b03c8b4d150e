import { spawn } from 'node:child_process';
import sharp from 'sharp';
import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import type { Context } from '../../../context.ts';
import type { ThumbnailMaker } from './thumbnail-kinds.ts';

/** The largest cameras make as many pixels. Drawing holds up to 4 bytes for each. */
const MAX_INPUT_PIXELS = 110_000_000;
/** The AVIF decoder holds about 18 bytes for each: a kilobyte of one colour could take gigabytes. */
const MAX_AVIF_PIXELS = 24_000_000;
const TOOL_MILLISECONDS = 20_000;
const TOOL_MEMORY_KILOBYTES = 2 * 1024 * 1024;
const TOOL_FOLDERS = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

sharp.cache(false);

type Pictures = {
  small: Buffer;
  medium: Buffer;
  large: Buffer;
  /** Pixels of the upright picture that they were drawn from. */
  width: number;
  height: number;
  /** Its mean colour, as #rrggbb. */
  tint: string;
};

/** Thumbnails as webp, upright and without metadata; undefined when the file cannot be drawn. */
export async function drawThumbnails(
  maker: ThumbnailMaker,
  path: string,
  mediaType: string,
  log: Context['log'],
): Promise<Pictures | undefined> {
  try {
    const source = maker === 'image' ? path : await drawWithTool(maker, path, mediaType);
    const limit = mediaType === 'image/avif' ? MAX_AVIF_PIXELS : MAX_INPUT_PIXELS;
    const large = await shrink(source, THUMBNAIL_PIXELS.large, limit);
    return {
      small: await shrink(source, THUMBNAIL_PIXELS.small, limit),
      medium: await shrink(source, THUMBNAIL_PIXELS.medium, limit),
      large,
      ...(await uprightSize(source, limit)),
      tint: await meanColour(large),
    };
  } catch (error) {
    log.info({ err: error, mediaType }, 'No thumbnail could be drawn');
    return undefined;
  }
}

function shrink(source: string | Buffer, pixels: number, limitInputPixels: number): Promise<Buffer> {
  return sharp(source, { limitInputPixels, sequentialRead: true })
    .rotate()
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}

async function uprightSize(source: string | Buffer, limitInputPixels: number) {
  const { autoOrient } = await sharp(source, { limitInputPixels }).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

/** Of what covers paper: what is transparent counts as white. */
async function meanColour(picture: Buffer): Promise<string> {
  const pixel = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  return `#${pixel.toString('hex', 0, 3)}`;
}

/** The format that was found in the bytes, so that no file makes a tool read it as another kind. */
const INPUT_FORMATS: Record<string, string> = {
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'video/x-matroska': 'matroska',
};

async function drawWithTool(maker: 'video' | 'pdf', path: string, mediaType: string): Promise<Buffer> {
  if (maker === 'pdf') {
    return runTool('pdftoppm', [
      '-png',
      '-singlefile',
      '-f',
      '1',
      '-l',
      '1',
      '-scale-to',
      String(THUMBNAIL_PIXELS.large),
      path,
    ]);
  }
  const frameAt = (second: string) => runTool('ffmpeg', frameArguments(path, mediaType, second));
  const frame = await frameAt('1');
  // A video of less than a second has only a first frame.
  return frame.length > 0 ? frame : frameAt('0');
}

function frameArguments(path: string, mediaType: string, second: string): string[] {
  return [
    '-nostdin',
    '-v',
    'error',
    '-threads',
    '1',
    '-protocol_whitelist',
    'file,pipe',
    '-f',
    INPUT_FORMATS[mediaType] ?? 'mov',
    '-ss',
    second,
    '-i',
    `file:${path}`,
    '-frames:v',
    '1',
    '-an',
    '-sn',
    '-vf',
    `scale='min(${THUMBNAIL_PIXELS.large},iw)':-2`,
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    'pipe:1',
  ];
}

/** Runs a program on the file with limits on time, memory and output. Rejects when it is not installed. */
async function runTool(program: string, args: string[]): Promise<Buffer> {
  const limits = `ulimit -v ${TOOL_MEMORY_KILOBYTES} 2>/dev/null; exec "$@"`;
  const child = spawn('/bin/sh', ['-c', limits, 'sh', program, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: TOOL_FOLDERS },
    timeout: TOOL_MILLISECONDS,
    killSignal: 'SIGKILL',
  });
  const output: Buffer[] = [];
  let length = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    output.push(chunk);
    length += chunk.length;
    if (length > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
  });
  const result = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? String(code)));
  });
  if (result !== '0') throw new Error(`${program} ended with ${result}`);
  return Buffer.concat(output);
}
