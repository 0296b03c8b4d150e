import { writeSync } from 'node:fs';
import { decoderOf } from './decoders.ts';
import { drawPictures } from './draw-pictures.ts';
import { writePictures } from './pictures-format.ts';

/**
 * A process of its own that draws the thumbnails of a file: its arguments are the media type, the path, and
 * `whole` where all of its pixels are wanted too. Writes them
 * to its standard output, and ends with an error where the file cannot be drawn.
 */
const [, , mediaType = '', path = '', extent = ''] = process.argv;

const decode = decoderOf(mediaType);
if (!decode) throw new Error(`Nothing draws ${mediaType}`);
const answer = writePictures(await drawPictures(await decode(path), { isWhole: extent === 'whole' }));
for (let written = 0; written < answer.length;) written += writeSync(1, answer, written);
