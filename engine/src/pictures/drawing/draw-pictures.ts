import sharp, { type Sharp } from 'sharp';
import type { Picture } from './picture.ts';
import type { ThumbnailPixels, Thumbnails } from './pictures-format.ts';

sharp.cache(false);

/** Longest side of a jpeg in pixels. */
const MAX_JPEG_PIXELS = 65_500;

const MOST_ATTEMPTS = 6;

/**
 * Draws thumbnails as webp, upright, in sRGB, of at most `mostBytes` together. Rejects for a white page with text: its
 * font is missing, and an icon tells more.
 */
export async function drawThumbnails(
  picture: Picture,
  pixels: ThumbnailPixels,
  mostBytes: number,
): Promise<Thumbnails> {
  const { autoOrient } = await sharp(picture.input, picture.options).metadata();
  const { data, info } = await fitInside(upright(picture), pixels.large)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const large = () => sharp(data, { raw: { width, height, channels } });
  if (picture.hasText === true) await expectMarks(large());
  const drawAll = async (scale: number) => ({
    small: await asWebp(fitInside(large(), scaled(pixels.small, scale))),
    medium: await asWebp(fitInside(large(), scaled(pixels.medium, scale))),
    large: await asWebp(fitInside(large(), scaled(pixels.large, scale))),
  });
  let scale = 1;
  let drawn = await drawAll(scale);
  for (let attempt = 0; attempt < MOST_ATTEMPTS && bytesOf(drawn) > mostBytes; attempt += 1) {
    scale *= 0.9 * Math.sqrt(mostBytes / bytesOf(drawn));
    drawn = await drawAll(scale);
  }
  return {
    ...drawn,
    width: autoOrient.width,
    height: autoOrient.height,
    tint: await meanColour(large()),
    pages: picture.pages ?? null,
  };
}

async function expectMarks(page: Sharp): Promise<void> {
  const { channels } = await page.stats();
  if (channels.every(({ min }) => min === 255)) throw new Error('The page is empty');
}

function scaled(pixels: number, scale: number): number {
  return Math.max(1, Math.round(pixels * scale));
}

function bytesOf({ small, medium, large }: Pick<Thumbnails, 'small' | 'medium' | 'large'>): number {
  return small.length + medium.length + large.length;
}

/** Draws all pixels as jpeg, upright, in sRGB and without metadata. */
export function drawWhole(picture: Picture): Promise<Buffer> {
  return asJpeg(fitInside(upright(picture), MAX_JPEG_PIXELS));
}

function upright({ input, options }: Picture): Sharp {
  return sharp(input, { ...options, sequentialRead: true }).autoOrient();
}

function fitInside(picture: Sharp, pixels: number): Sharp {
  return picture.resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true });
}

function asWebp(picture: Sharp): Promise<Buffer> {
  return picture.webp({ quality: 80 }).toBuffer();
}

/** Jpeg is written line by line: webp would hold all pixels several times. */
function asJpeg(picture: Sharp): Promise<Buffer> {
  return picture.flatten({ background: '#ffffff' }).toColourspace('srgb').jpeg({ quality: 88 }).toBuffer();
}

/** Mean colour of a picture as #rrggbb; transparent pixels count as white. */
async function meanColour(picture: Sharp): Promise<string> {
  const pixel = await picture
    .flatten({ background: '#ffffff' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  return `#${pixel.toString('hex', 0, 3)}`;
}
