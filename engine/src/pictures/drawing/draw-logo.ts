import { LOGO_BOX, MAX_LOGO_BYTES } from '@vitrin/shared/rules/logo-size.ts';
import { writeSync } from 'node:fs';
import sharp from 'sharp';
import { decoderOf } from './decoders.ts';

/**
 * A process of its own that draws a logo as a png, upright, in sRGB and without metadata: its arguments are the media
 * type and the path. Writes it to its standard output, and ends with an error where the file cannot be drawn.
 */
const [, , mediaType = '', path = ''] = process.argv;

/** Parts of the box; in the last one even noise, four bytes to a pixel, is small enough. */
const SHARES = [1, 0.75, 0.5];

sharp.cache(false);
const decode = decoderOf(mediaType);
if (!decode) throw new Error(`Nothing draws ${mediaType}`);
const { input, options } = await decode(path);
const answer = await drawSmall();
for (let written = 0; written < answer.length;) written += writeSync(1, answer, written);

async function drawSmall(): Promise<Buffer> {
  for (const share of SHARES) {
    const drawn = await sharp(input, { ...options, sequentialRead: true })
      .autoOrient()
      .resize({
        width: LOGO_BOX.width * share,
        height: LOGO_BOX.height * share,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toColourspace('srgb')
      .png({ compressionLevel: 9, effort: 7 })
      .toBuffer();
    if (drawn.length <= MAX_LOGO_BYTES) return drawn;
  }
  throw new Error('No logo is small enough');
}
