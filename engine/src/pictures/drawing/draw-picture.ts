import { writeSync } from 'node:fs';
import sharp from 'sharp';

/**
 * A process of its own that draws a picture of a text anew: its arguments are the path, the longest edge and the most
 * pixels that are drawn. Writes one letter for what it has made, `p` for png, `j` for jpeg or `l` for nothing as the
 * picture is too large, then the bytes, to its standard output, and ends with an error where the picture cannot be read.
 */
const [, , path = '', edge = '', mostPixels = ''] = process.argv;
const MAX_SECONDS = 10;

sharp.cache(false);
const { format, width, height, isPalette } = await sharp(path, { limitInputPixels: false }).metadata();
write(width * height > Number(mostPixels) ? Buffer.from('l') : await draw());

async function draw(): Promise<Buffer> {
  const side = Number(edge);
  const drawn = sharp(path, { limitInputPixels: Number(mostPixels), sequentialRead: true })
    .timeout({ seconds: MAX_SECONDS })
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  if (format === 'png')
    return Buffer.concat([Buffer.from('p'), await drawn.png({ palette: isPalette ?? false }).toBuffer()]);
  return Buffer.concat([Buffer.from('j'), await drawn.jpeg({ quality: 86 }).toBuffer()]);
}

function write(answer: Buffer): void {
  for (let written = 0; written < answer.length;) written += writeSync(1, answer, written);
}
