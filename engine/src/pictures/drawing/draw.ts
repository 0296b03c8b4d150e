import { writeSync } from 'node:fs';
import { decoderOf } from './decoders.ts';
import { drawThumbnails, drawWhole } from './draw-pictures.ts';
import { type ThumbnailPixels, writeThumbnails, writeWhole } from './pictures-format.ts';

/**
 * Process that draws thumbnails. Arguments: media type, path, most bytes of all, JSON of the longer sides, `whole` (all
 * pixels too) or `page` (no white page), and the page from 1. It writes thumbnails first, so that they count even if
 * all pixels exceed a limit.
 */
const [, , mediaType = '', path = '', mostBytes = '', sizes = '', extent = '', page = '1'] = process.argv;
const pixels = JSON.parse(sizes) as ThumbnailPixels;

const decode = decoderOf(mediaType);
if (!decode) throw new Error(`Nothing draws ${mediaType}`);
const picture = {
  ...(await decode(path, pixels.large, Number(page))),
  ...(extent === 'page' && { hasText: true }),
};
const thumbnails = await drawThumbnails(picture, pixels, Number(mostBytes));
write(writeThumbnails(thumbnails));
const isLarge = Math.max(thumbnails.width, thumbnails.height) > pixels.large;
if (extent === 'whole' && isLarge) write(writeWhole(await drawWhole(picture)));

function write(answer: Buffer): void {
  for (let written = 0; written < answer.length;) written += writeSync(1, answer, written);
}
