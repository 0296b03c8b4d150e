import { writeSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { decoderOf } from './decoders.ts';

/**
 * Process that draws a picture in the web size as jpeg, as png if it has transparency, or empty if it moves. Arguments:
 * media type, path, longer side in pixels, most bytes of a jpeg and of a png.
 */
const [, , mediaType = '', path = '', ...limits] = process.argv;
const [pixels = 0, mostJpeg = 0, mostPng = 0] = limits.map(Number);

/** Types in which several pages are an animation. */
const MOVING: ReadonlySet<string> = new Set(['image/gif', 'image/webp', 'image/avif']);

/** Colour spaces of screens; others are converted to sRGB, which every browser shows. */
const SCREEN_SPACES: ReadonlySet<string> = new Set(['srgb', 'rgb', 'rgb16', 'b-w', 'grey16']);

/** Scale and quality of each attempt, until the bytes suffice. */
const ATTEMPTS = [
  [1, 86],
  [1, 78],
  [1, 68],
  [1, 55],
  [0.75, 55],
  [0.5, 50],
  [0.25, 40],
] as const;

sharp.cache(false);
const decode = decoderOf(mediaType);
if (!decode) throw new Error(`Nothing draws ${mediaType}`);
const { input, options } = await decode(path, pixels);
const { pages = 1, space } = await sharp(input, options).metadata();
if (pages === 1 || !MOVING.has(mediaType)) write(await draw());

async function draw(): Promise<Buffer> {
  const upright = sharp(input, { ...options, sequentialRead: true })
    .autoOrient()
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true });
  const inColours = SCREEN_SPACES.has(space) ? upright.keepIccProfile() : upright.toColourspace('srgb');
  // Decoded once: each attempt reads this buffer instead of the file.
  const { data, info } = await inColours
    .png({ compressionLevel: 0, palette: false })
    .toBuffer({ resolveWithObject: true });
  const scaled = (share: number) =>
    sharp(data)
      .resize({ width: Math.max(1, Math.round(info.width * share)) })
      .keepIccProfile();
  const isOpaque = (await sharp(data).stats()).isOpaque;
  for (const [share, quality] of ATTEMPTS) {
    const [drawn, most] = isOpaque
      ? ([asJpeg(scaled(share), quality), mostJpeg] as const)
      : ([scaled(share).png({ compressionLevel: 9 }), mostPng] as const);
    const bytes = await drawn.toBuffer();
    if (bytes.length <= most) return bytes;
  }
  throw new Error('No picture is small enough');
}

function asJpeg(picture: Sharp, quality: number): Sharp {
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality });
}

function write(answer: Buffer): void {
  for (let written = 0; written < answer.length;) written += writeSync(1, answer, written);
}
