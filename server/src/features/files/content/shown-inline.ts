import { isShownAsImage } from '@vitrin/shared/rules/file-kind.ts';
import { PDF } from '@vitrin/engine/media-types/media-type.ts';

/** Returns true for types shown in the page; all others are attachments, so that no uploaded script runs (specification 6.7). */
export function isShownInline(mediaType: string): boolean {
  return mediaType === PDF || isShownAsImage(mediaType) || /^(video|audio)\//.test(mediaType);
}
