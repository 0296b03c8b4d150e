import { writeSync } from 'node:fs';
import { decoderOf } from './decoders.ts';
import { drawThumbnails, drawWhole } from './draw-pictures.ts';
import { type ThumbnailPixels, writeThumbnails, writeWhole } from './pictures-format.ts';

/**
 * A process of its own that draws the thumbnails of a file: its arguments are the media type, the path, the bytes that
 * they have together at most, the longer side of each as JSON, and `whole` where all of its pixels are wanted too, if they are more than those of the large
 * thumbnail, or `page` for the picture of a page that should not be white, and the page of a document, from 1. Writes the thumbnails to its standard output as soon as they are there, so that they stay where all pixels are beyond its limits,
 * and ends with an error where something cannot be drawn.
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
