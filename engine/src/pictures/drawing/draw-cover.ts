import { writeSync } from 'node:fs';
import sharp from 'sharp';
import { decoderOf } from './decoders.ts';

/**
 * Process that draws a mail's picture as jpeg. Arguments: media type, path, width and height of the box, most bytes.
 */
const [, , mediaType = '', path = '', ...limits] = process.argv;
const [boxWidth = 0, boxHeight = 0, mostBytes = 0] = limits.map(Number);

/** Scale and quality of each attempt; the last one holds even noise. */
const ATTEMPTS = [
  [1, 82],
  [1, 64],
  [0.75, 64],
  [0.5, 50],
  [0.25, 40],
] as const;

sharp.cache(false);
const decode = decoderOf(mediaType);
if (!decode) throw new Error(`Nothing draws ${mediaType}`);
const { input, options } = await decode(path, Math.max(boxWidth, boxHeight));
const { data, info } = await sharp(input, { ...options, sequentialRead: true })
  .autoOrient()
  .resize({ width: boxWidth, height: boxHeight, fit: 'inside', withoutEnlargement: true })
  .flatten({ background: '#ffffff' })
  .toColourspace('srgb')
  .raw()
  .toBuffer({ resolveWithObject: true });
const answer = await drawSmall();
for (let written = 0; written < answer.length;) written += writeSync(1, answer, written);

async function drawSmall(): Promise<Buffer> {
  const { width, height, channels } = info;
  for (const [share, quality] of ATTEMPTS) {
    const drawn = await sharp(data, { raw: { width, height, channels } })
      .resize({ width: Math.max(1, Math.round(width * share)) })
      .jpeg({ quality })
      .toBuffer();
    if (drawn.length <= mostBytes) return drawn;
  }
  throw new Error('No picture is small enough');
}
