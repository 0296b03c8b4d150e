import { PDF } from '../content/media-type.ts';

/** The tool that makes a thumbnail of a media type (specification 6.8); undefined where there is none. */
export type ThumbnailMaker = 'image' | 'video' | 'pdf';

const MAKERS = new Map<string, ThumbnailMaker>([
  ['image/png', 'image'],
  ['image/jpeg', 'image'],
  ['image/gif', 'image'],
  ['image/webp', 'image'],
  ['image/avif', 'image'],
  ['image/tiff', 'image'],
  ['video/mp4', 'video'],
  ['video/x-m4v', 'video'],
  ['video/quicktime', 'video'],
  ['video/webm', 'video'],
  ['video/matroska', 'video'],
  ['video/x-matroska', 'video'],
  [PDF, 'pdf'],
]);

export function thumbnailMaker(mediaType: string): ThumbnailMaker | undefined {
  return MAKERS.get(mediaType);
}

export function hasThumbnail(mediaType: string): boolean {
  return MAKERS.has(mediaType);
}
