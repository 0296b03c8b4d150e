import { writeSync } from 'node:fs';
import sharp from 'sharp';
import { decoderOf } from './decoders.ts';

/** Process that draws a logo as png. Arguments: media type, path, width and height of the box, most bytes. */
const [, , mediaType = '', path = '', ...limits] = process.argv;
const [boxWidth = 0, boxHeight = 0, mostBytes = 0] = limits.map(Number);

const VECTOR_PIXELS = 1600;

/** Parts of the box; at the last one even noise, four bytes a pixel, is small enough. */
const SHARES = [1, 0.75, 0.5];

sharp.cache(false);
const decode = decoderOf(mediaType);
if (!decode) throw new Error(`Nothing draws ${mediaType}`);
const { input, options } = await decode(path, VECTOR_PIXELS);
const answer = await drawSmall();
for (let written = 0; written < answer.length;) written += writeSync(1, answer, written);

async function drawSmall(): Promise<Buffer> {
  for (const share of SHARES) {
    const drawn = await sharp(input, { ...options, sequentialRead: true })
      .autoOrient()
      .resize({
        width: boxWidth * share,
        height: boxHeight * share,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toColourspace('srgb')
      .png({ compressionLevel: 9, effort: 7 })
      .toBuffer();
    if (drawn.length <= mostBytes) return drawn;
  }
  throw new Error('No logo is small enough');
}
