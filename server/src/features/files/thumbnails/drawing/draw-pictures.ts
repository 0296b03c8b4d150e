import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import sharp, { type Sharp } from 'sharp';
import type { Picture } from './decoders.ts';
import type { Pictures } from './pictures-format.ts';

sharp.cache(false);

/** Thumbnails as webp, upright, in sRGB and without metadata. The picture itself is read twice: its size, its pixels. */
export async function drawPictures({ input, options }: Picture): Promise<Pictures> {
  const { autoOrient } = await sharp(input, options).metadata();
  const { data, info } = await fitInside(
    sharp(input, { ...options, sequentialRead: true }).autoOrient(),
    THUMBNAIL_PIXELS.large,
  )
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
  };
}

function fitInside(picture: Sharp, pixels: number): Sharp {
  return picture.resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true });
}

function asWebp(picture: Sharp): Promise<Buffer> {
  return picture.webp({ quality: 80 }).toBuffer();
}

/** Of what covers paper: what is transparent counts as white. */
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
