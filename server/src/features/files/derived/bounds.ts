import { WEB_PIXELS } from '@vitrin/shared/rules/web-size.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** The three thumbnails of a file together have at most so many bytes: a few bytes may describe a huge picture. */
export function mostThumbnailBytes(sizeBytes: number): number {
  return Math.max(256 * KIB, 4 * sizeBytes);
}

/** A full-size picture that has more bytes is not kept; zooming then shows the large thumbnail. */
export function mostWholeBytes(sizeBytes: number): number {
  return Math.max(MIB, 8 * sizeBytes);
}

/** Most bytes of a preview: those of its film or sound, or 1 MiB where that is less. */
export function mostPreviewBytes(sizeBytes: number): number {
  return Math.max(MIB, sizeBytes);
}

/** Pages of an office document that have more bytes are not kept. */
export function mostPagesBytes(sizeBytes: number): number {
  return Math.max(4 * MIB, 8 * sizeBytes);
}

/** Size of a picture as far as it is known, in pixels, and its media type. */
type Measured = { media_type: string; width: number | null; height: number | null };

/** Media types that may have transparent pictures, so that their web size is a png. */
const MAYBE_TRANSPARENT: ReadonlySet<string> = new Set([
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
  'image/vnd.adobe.photoshop',
  'image/jxl',
  'image/jp2',
  'image/j2c',
  'image/x-icon',
  'image/x-tga',
  'image/x-exr',
]);

/**
 * Most bytes of a picture in the web size: two bits per pixel for a jpeg, two bytes per pixel for a png, at least 64
 * KiB. A larger result is drawn with less detail, then smaller.
 */
export function mostWebBytes({ media_type, width, height }: Measured): { jpeg: number; png: number } {
  const [longer, shorter] = [width ?? WEB_PIXELS, height ?? WEB_PIXELS].toSorted((a, b) => b - a);
  const scale = Math.min(1, WEB_PIXELS / (longer ?? WEB_PIXELS));
  const pixels = (longer ?? 0) * scale * (shorter ?? 0) * scale;
  const jpeg = Math.max(64 * KIB, Math.ceil(pixels / 4));
  return { jpeg, png: MAYBE_TRANSPARENT.has(media_type) ? Math.max(jpeg, Math.ceil(pixels * 2)) : jpeg };
}

/** Bytes that the web size of a picture may have before it is drawn. */
export function expectedWebBytes(file: Measured): number {
  return mostWebBytes(file).png;
}
