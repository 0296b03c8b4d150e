import { WEB_PIXELS } from '@vitrin/shared/rules/web-size.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Returns the limit of a file's three thumbnails together, since a few bytes may describe a huge picture. */
export function mostThumbnailBytes(sizeBytes: number): number {
  return Math.max(256 * KIB, 4 * sizeBytes);
}

/** Returns the limit of a full-size picture; without one, zooming shows the large thumbnail. */
export function mostWholeBytes(sizeBytes: number): number {
  return Math.max(MIB, 8 * sizeBytes);
}

export function mostPreviewBytes(sizeBytes: number): number {
  return Math.max(MIB, sizeBytes);
}

export function mostPagesBytes(sizeBytes: number): number {
  return Math.max(4 * MIB, 8 * sizeBytes);
}

type Measured = { media_type: string; width: number | null; height: number | null };

/** Pictures of these types may be transparent, so their web size is a png. */
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

/** Returns limits: 2 bits per pixel for a jpeg, 2 bytes for a png, at least 64 KiB. Larger results lose detail, then size. */
export function mostWebBytes({ media_type, width, height }: Measured): { jpeg: number; png: number } {
  const [longer, shorter] = [width ?? WEB_PIXELS, height ?? WEB_PIXELS].toSorted((a, b) => b - a);
  const scale = Math.min(1, WEB_PIXELS / (longer ?? WEB_PIXELS));
  const pixels = (longer ?? 0) * scale * (shorter ?? 0) * scale;
  const jpeg = Math.max(64 * KIB, Math.ceil(pixels / 4));
  return { jpeg, png: MAYBE_TRANSPARENT.has(media_type) ? Math.max(jpeg, Math.ceil(pixels * 2)) : jpeg };
}

export function expectedWebBytes(file: Measured): number {
  return mostWebBytes(file).png;
}
