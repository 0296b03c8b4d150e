import { fileTypeFromBuffer } from 'file-type';

/** Enough of the beginning to tell every kind we show. */
export const SNIFFED_BYTES = 64 * 1024;

/** The media type the bytes themselves show, whatever name or type came with them (specification 6.7). */
export async function sniffMediaType(beginning: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(beginning);
  if (found) return found.mime.split(';')[0] ?? found.mime;
  return isText(beginning) ? 'text/plain' : 'application/octet-stream';
}

function isText(bytes: Buffer): boolean {
  if (bytes.length === 0 || bytes.includes(0)) return false;
  try {
    // A cut-off last character is no sign against text.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Shown in the page; everything else is offered as an attachment, so that no uploaded page or script ever runs. */
export function isShownInline(mediaType: string): boolean {
  return INLINE_TYPES.has(mediaType) || /^(video|audio)\//.test(mediaType);
}

export const PDF = 'application/pdf';

const INLINE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', PDF]);
