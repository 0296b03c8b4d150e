import { isShownAsImage } from '@vitrin/shared/rules/file-kind.ts';
import { PDF } from '@vitrin/engine/media-types/media-type.ts';

/** All others are attachments, so that no uploaded page or script runs (specification 6.7). */
export function isShownInline(mediaType: string): boolean {
  return mediaType === PDF || isShownAsImage(mediaType) || /^(video|audio)\//.test(mediaType);
}
