import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import sharp, { type Sharp } from 'sharp';
import type { Picture } from './decoders.ts';
import type { Thumbnails } from './pictures-format.ts';

sharp.cache(false);

/** The longer side of a jpeg has at most so many pixels. */
const MAX_JPEG_PIXELS = 65_500;

/** Thumbnails as webp, upright, in sRGB and without metadata. */
export async function drawThumbnails(picture: Picture): Promise<Thumbnails> {
  const { autoOrient } = await sharp(picture.input, picture.options).metadata();
  const { data, info } = await fitInside(upright(picture), THUMBNAIL_PIXELS.large)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const large = () => sharp(data, { raw: { width, height, channels } });
  return {
    small: await asWebp(fitInside(large(), THUMBNAIL_PIXELS.small)),
    medium: await asWebp(fitInside(large(), THUMBNAIL_PIXELS.medium)),
    large: await asWebp(large()),
    width: autoOrient.width,
    height: autoOrient.height,
    tint: await meanColour(large()),
    pages: picture.pages ?? null,
  };
}

/** All pixels as jpeg, upright, in sRGB and without metadata. */
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

/** The mean colour of a picture, as #rrggbb; what is transparent counts as white. */
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
