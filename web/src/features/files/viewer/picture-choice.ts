import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';

/** How wide a fitted picture may be, as in the attribute `sizes`. */
export const VIEWER_SIZES = '100vw';

/** A thumbnail enlarged by less than this looks as sharp. */
const ENLARGED = 1.2;
/** Larger files are loaded only for a reader who zooms. */
const MOST_UNASKED_BYTES = 8 * 1024 * 1024;
/** Thumbnails show only the first moment of these. */
const MOVING_TYPES = new Set(['image/gif', 'image/webp', 'image/apng']);

type Seen = {
  /** True once the reader has zoomed in. */
  wasZoomed: boolean;
  /** Pixels of the screen along the picture's longer side; 0 while unknown. */
  shownPixels: number;
};

/** True if the file itself has more to show than its large thumbnail. */
export function isWantedWhole(
  { file_type, width, height, size }: ProjectFile,
  { wasZoomed, shownPixels }: Seen,
): boolean {
  if (wasZoomed || MOVING_TYPES.has(file_type)) return true;
  if (Math.max(width ?? Infinity, height ?? Infinity) <= THUMBNAIL_PIXELS.large) return false;
  return shownPixels > THUMBNAIL_PIXELS.large * ENLARGED && size <= MOST_UNASKED_BYTES;
}
