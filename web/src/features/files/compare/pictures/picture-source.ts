import type { ProjectFile } from '@vitrin/shared/contract/files.ts';

/** Larger pictures would take more memory than a phone gives a page: four bytes for each pixel, twice. */
const MOST_PIXELS = 20_000_000;

/** The file itself, or its large thumbnail where it is too large or no browser shows it. */
export function comparedSource(file: ProjectFile): string {
  const { width, height, picture, thumbnail_large } = file;
  const isTooLarge = width !== null && height !== null && width * height > MOST_PIXELS;
  return (isTooLarge ? null : picture) ?? thumbnail_large ?? file.file;
}
