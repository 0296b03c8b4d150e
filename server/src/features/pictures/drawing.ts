import sharp from 'sharp';

/** Longest edge of a picture in a text; browsers shrink to the same. */
const MAX_EDGE_PIXELS = 1600;

/**
 * More pixels than a photograph of 1 MB has. Drawing a picture that is not stored line by line holds up to 6 bytes for
 * each.
 */
const MAX_INPUT_PIXELS = 24_000_000;
const MAX_SECONDS = 10;

sharp.cache(false);

export type DrawnPicture = { bytes: Buffer; media_type: 'image/png' | 'image/jpeg' };

const SIGNATURES = [
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0xff, 0xd8, 0xff]),
];

/**
 * Draws a picture anew, upright, without metadata and at most 1600 px wide and high, so that only pixels remain of what
 * was sent. `unreadable` for anything but png and jpeg, `too large` for more pixels than we draw.
 */
export async function drawPicture(bytes: Buffer): Promise<DrawnPicture | 'unreadable' | 'too large'> {
  if (!SIGNATURES.some((signature) => bytes.subarray(0, signature.length).equals(signature)))
    return 'unreadable';
  try {
    const { format, width, height, isPalette } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MAX_INPUT_PIXELS) return 'too large';
    const drawn = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, sequentialRead: true })
      .timeout({ seconds: MAX_SECONDS })
      .rotate()
      .resize({ width: MAX_EDGE_PIXELS, height: MAX_EDGE_PIXELS, fit: 'inside', withoutEnlargement: true });
    if (format === 'png')
      return { bytes: await drawn.png({ palette: isPalette ?? false }).toBuffer(), media_type: 'image/png' };
    return { bytes: await drawn.jpeg({ quality: 86 }).toBuffer(), media_type: 'image/jpeg' };
  } catch {
    // The library throws one kind of error for everything that is wrong with a picture.
    return 'unreadable';
  }
}
