import { fileTypeFromBuffer } from 'file-type';

/** Enough of the beginning of a file to recognise every type we show. */
export const SNIFFED_BYTES = 64 * 1024;

/** The media type that the bytes themselves show, whatever their name or declared type (specification 6.7). */
export async function sniffMediaType(beginning: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(beginning);
  if (found) return found.mime.split(';')[0] ?? found.mime;
  return isText(beginning) ? 'text/plain' : 'application/octet-stream';
}

function isText(bytes: Buffer): boolean {
  if (bytes.length === 0 || bytes.includes(0)) return false;
  try {
    // `stream` accepts a last character that the end of the beginning cuts off.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Types that the browser shows in the page; all others are attachments, so that no uploaded page or script runs. */
export function isShownInline(mediaType: string): boolean {
  return INLINE_TYPES.has(mediaType) || /^(video|audio)\//.test(mediaType);
}

export const PDF = 'application/pdf';

const INLINE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', PDF]);
