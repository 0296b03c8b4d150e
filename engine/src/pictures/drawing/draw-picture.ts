import { writeSync } from 'node:fs';
import sharp from 'sharp';

/**
 * Process that redraws a picture in a text. Arguments: path, longest edge, most pixels. Writes `p` (png), `j` (jpeg) or
 * `l` (too large), then the bytes; fails if the picture is unreadable.
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
