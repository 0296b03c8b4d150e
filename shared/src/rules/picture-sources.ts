import type { Cover } from '../contract/files.ts';

export const THUMBNAIL_PIXELS = { small: 480, medium: 960, large: 1600 } as const;

type Thumbnails = Pick<Cover, 'thumbnail' | 'thumbnail_medium' | 'thumbnail_large' | 'width' | 'height'>;

/** Thumbnails of a file for an `img`, each with its width in pixels; undefined without any. */
export function pictureSources(file: Thumbnails): { src: string; srcSet: string } | undefined {
  const { thumbnail, thumbnail_medium, thumbnail_large } = file;
  const widths = new Map<number, string>();
  const add = (address: string | null, longest: number) => {
    const width = shownWidth(file, longest);
    if (address !== null && !widths.has(width)) widths.set(width, address);
  };
  add(thumbnail, THUMBNAIL_PIXELS.small);
  add(thumbnail_medium, THUMBNAIL_PIXELS.medium);
  add(thumbnail_large, THUMBNAIL_PIXELS.large);
  const src = thumbnail_medium ?? thumbnail ?? thumbnail_large;
  if (src === null) return undefined;
  return { src, srcSet: Array.from(widths, ([width, address]) => `${address} ${width}w`).join(', ') };
}

/** Width of a thumbnail with a longer side of at most `longest`; without a stored size it counts as wide. */
function shownWidth({ width, height }: Pick<Cover, 'width' | 'height'>, longest: number): number {
  if (width === null || height === null) return longest;
  return Math.max(1, Math.round(width * Math.min(1, longest / Math.max(width, height))));
}
