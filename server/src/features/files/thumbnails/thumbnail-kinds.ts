import { isShownAsImage } from '@vitrin/shared/rules/file-kind.ts';
import { PDF } from '@vitrin/engine/media-types/media-type.ts';
import { FILM_AND_SOUND_TYPES } from '@vitrin/engine/pictures/films/film-input.ts';
import { SUPPORTED_TYPES, thumbnailMaker } from '@vitrin/engine/pictures/kinds.ts';
import { OFFICE_TYPES } from '@vitrin/engine/pictures/office/office-formats.ts';

/** Returns the media types with a picture, drawn at full size, with pages, a length, or a wave (specification 6.8). */
export function drawnTypes(): Record<
  'drawn' | 'drawnWhole' | 'paged' | 'measured' | 'sounds',
  readonly string[]
> {
  return {
    drawn: [...SUPPORTED_TYPES.filter((type) => thumbnailMaker(type) !== 'sound'), ...OFFICE_TYPES],
    drawnWhole: SUPPORTED_TYPES.filter((type) => thumbnailMaker(type) === 'image' && !isShownAsImage(type)),
    paged: [PDF],
    measured: FILM_AND_SOUND_TYPES,
    sounds: FILM_AND_SOUND_TYPES.filter((type) => thumbnailMaker(type) === 'sound'),
  };
}
