import { PDF } from '../media-types/media-type.ts';
import { DECODED_TYPES, decoderOf } from './drawing/decoders.ts';
import { FFMPEG_PICTURE_TYPES } from './ffmpeg-pictures.ts';
import { FILM_AND_SOUND_TYPES } from './films/film-input.ts';

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

export const SUPPORTED_TYPES: readonly string[] = [...new Set([...DECODED_TYPES, ...TOOLS.keys()])];
