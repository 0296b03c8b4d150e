import { isShownAsImage } from '@vitrin/shared/rules/file-kind.ts';
import { PDF } from '../content/media-type.ts';
import { DECODED_TYPES, decoderOf } from './drawing/decoders.ts';

/** What makes a thumbnail of a media type (specification 6.8); undefined where there is none. */
export type ThumbnailMaker = 'image' | 'video' | 'pdf';

const TOOLS = new Map<string, ThumbnailMaker>([
  ['video/mp4', 'video'],
  ['video/x-m4v', 'video'],
  ['video/quicktime', 'video'],
  ['video/webm', 'video'],
  ['video/matroska', 'video'],
  ['video/x-matroska', 'video'],
  [PDF, 'pdf'],
]);

export function thumbnailMaker(mediaType: string): ThumbnailMaker | undefined {
  return TOOLS.get(mediaType) ?? (decoderOf(mediaType) && 'image');
}

export function hasThumbnail(mediaType: string): boolean {
  return thumbnailMaker(mediaType) !== undefined;
}

/** All media types of which there may be a picture, those that are drawn in all their pixels, and those with pages. */
export function drawnTypes(): Record<'drawn' | 'drawnWhole' | 'paged', string[]> {
  return {
    drawn: [...DECODED_TYPES, ...TOOLS.keys()],
    drawnWhole: DECODED_TYPES.filter((mediaType) => mediaType !== PDF && !isShownAsImage(mediaType)),
    paged: [PDF],
  };
}
