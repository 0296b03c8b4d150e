import { isShownAsImage } from '@vitrin/shared/rules/file-kind.ts';
import { PDF } from '../content/media-type.ts';
import { DECODED_TYPES, decoderOf } from './drawing/decoders.ts';
import { FILM_AND_SOUND_TYPES } from './film-tools.ts';

/** What makes a thumbnail of a media type (specification 6.8); a sound is only measured. */
export type ThumbnailMaker = 'image' | 'video' | 'sound' | 'pdf';

const TOOLS = new Map<string, ThumbnailMaker>([
  ...FILM_AND_SOUND_TYPES.map((type) => [type, type.startsWith('audio/') ? 'sound' : 'video'] as const),
  [PDF, 'pdf'],
]);

export function thumbnailMaker(mediaType: string): ThumbnailMaker | undefined {
  return TOOLS.get(mediaType) ?? (decoderOf(mediaType) && 'image');
}

export function hasThumbnail(mediaType: string): boolean {
  return thumbnailMaker(mediaType) !== undefined;
}

/**
 * All media types of which there may be a picture, those that are drawn in all their pixels, those with pages, and those
 * with a length.
 */
export function drawnTypes(): Record<'drawn' | 'drawnWhole' | 'paged' | 'measured', readonly string[]> {
  return {
    drawn: [...DECODED_TYPES, ...TOOLS.keys()].filter((type) => TOOLS.get(type) !== 'sound'),
    drawnWhole: DECODED_TYPES.filter((mediaType) => mediaType !== PDF && !isShownAsImage(mediaType)),
    paged: [PDF],
    measured: FILM_AND_SOUND_TYPES,
  };
}
