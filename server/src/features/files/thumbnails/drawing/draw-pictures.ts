import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import sharp, { type Sharp } from 'sharp';
import type { Picture } from './decoders.ts';
import type { Pictures } from './pictures-format.ts';

sharp.cache(false);

/** The longer side of a jpeg has at most so many pixels. */
const MAX_JPEG_PIXELS = 65_500;

/**
 * Thumbnails as webp, upright, in sRGB and without metadata. `isWhole`: whether all pixels are drawn too, where they
 * are more than those of the large thumbnail.
 */
export async function drawPictures(
  { input, options, pages }: Picture,
  { isWhole }: { isWhole: boolean },
): Promise<Pictures> {
  const { autoOrient } = await sharp(input, options).metadata();
  const upright = () => sharp(input, { ...options, sequentialRead: true }).autoOrient();
  const { data, info } = await fitInside(upright(), THUMBNAIL_PIXELS.large)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const large = () => sharp(data, { raw: { width, height, channels } });
  return {
    small: await asWebp(fitInside(large(), THUMBNAIL_PIXELS.small)),
    medium: await asWebp(fitInside(large(), THUMBNAIL_PIXELS.medium)),
    large: await asWebp(large()),
    whole:
      isWhole && Math.max(autoOrient.width, autoOrient.height) > THUMBNAIL_PIXELS.large
        ? await asJpeg(fitInside(upright(), MAX_JPEG_PIXELS))
        : Buffer.alloc(0),
    width: autoOrient.width,
    height: autoOrient.height,
    tint: await meanColour(large()),
    pages: pages ?? null,
  };
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
