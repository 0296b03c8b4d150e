import { isShownAsImage } from '@vitrin/shared/rules/file-kind.ts';
import { PDF } from '@vitrin/engine/media-types/media-type.ts';
import { OFFICE_TYPES } from '@vitrin/engine/pictures/office/office-formats.ts';
import { DECODED_TYPES, decoderOf } from '@vitrin/engine/pictures/drawing/decoders.ts';
import { FFMPEG_PICTURE_TYPES } from '@vitrin/engine/pictures/ffmpeg-pictures.ts';
import { FILM_AND_SOUND_TYPES } from '@vitrin/engine/pictures/films/film-input.ts';

/** What makes a thumbnail of a media type (specification 6.8); a sound is only measured. */
export type ThumbnailMaker = 'image' | 'video' | 'sound' | 'pdf';

const TOOLS = new Map<string, ThumbnailMaker>([
  ...FILM_AND_SOUND_TYPES.map((type) => [type, type.startsWith('audio/') ? 'sound' : 'video'] as const),
  ...FFMPEG_PICTURE_TYPES.map((type) => [type, 'image'] as const),
  [PDF, 'pdf'],
]);

export function thumbnailMaker(mediaType: string): ThumbnailMaker | undefined {
  return TOOLS.get(mediaType) ?? (decoderOf(mediaType) && 'image');
}

export function hasThumbnail(mediaType: string): boolean {
  return thumbnailMaker(mediaType) !== undefined;
}

/**
 * All media types of which there may be a picture, those that are drawn in all their pixels, those with pages, those with
 * a length, and those with a wave.
 */
export function drawnTypes(): Record<
  'drawn' | 'drawnWhole' | 'paged' | 'measured' | 'sounds',
  readonly string[]
> {
  const all = [...new Set([...DECODED_TYPES, ...TOOLS.keys()])];
  return {
    drawn: [...all.filter((type) => TOOLS.get(type) !== 'sound'), ...OFFICE_TYPES],
    drawnWhole: all.filter((type) => thumbnailMaker(type) === 'image' && !isShownAsImage(type)),
    paged: [PDF],
    measured: FILM_AND_SOUND_TYPES,
    sounds: FILM_AND_SOUND_TYPES.filter((type) => TOOLS.get(type) === 'sound'),
  };
}
