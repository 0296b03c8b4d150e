import { fileTypeFromBuffer } from 'file-type';
import { sniffStudioPicture } from './picture-signatures.ts';

/** Enough of the beginning of a file to recognise every type we show. */
export const SNIFFED_BYTES = 64 * 1024;

/** Media type by the bytes themselves, whatever the name or the declared type. */
export async function sniffMediaType(beginning: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(beginning);
  const mediaType = found?.mime.split(';')[0];
  if (mediaType === undefined && isTiff(beginning)) return 'image/tiff';
  if (mediaType === undefined || MISTAKEN_TYPES.has(mediaType)) {
    const picture = sniffStudioPicture(beginning);
    if (picture !== undefined) return picture;
  }
  if (mediaType !== undefined && mediaType !== 'application/xml') return mediaType;
  if (!isText(beginning)) return mediaType ?? (isLatePdf(beginning) ? PDF : 'application/octet-stream');
  return isSvg(beginning.toString()) ? 'image/svg+xml' : (mediaType ?? 'text/plain');
}

/** A TGA begins like a cursor, which has at least one picture. */
const MISTAKEN_TYPES = new Set(['image/x-icon']);

/** Latest offset of the beginning of a pdf that pdf readers accept. */
const LATEST_PDF_BYTES = 1024;

/** True for a pdf after other bytes, such as the header of the answer it was saved from. */
function isLatePdf(bytes: Buffer): boolean {
  const at = bytes.subarray(0, LATEST_PDF_BYTES).indexOf('%PDF-');
  return at > 0 && bytes.includes(' obj', at);
}

/** Checks the first bytes only, since most programs write the directory of a TIFF at the end of the file. */
function isTiff(bytes: Buffer): boolean {
  return ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(bytes.toString('latin1', 0, 4));
}

function isSvg(text: string): boolean {
  let at = afterSpace(text, text.startsWith('\u{feff}') ? 1 : 0);
  for (let last = lastBeforeElement(text, at); last !== undefined; last = lastBeforeElement(text, at)) {
    const end = text.indexOf(last, at);
    if (end < 0) return false;
    at = afterSpace(text, end + last.length);
  }
  return /^<svg[\s>]/.test(text.slice(at, at + 5));
}

/** Returns the closing characters of the declaration or comment at `at`, if there is one. */
function lastBeforeElement(text: string, at: number): string | undefined {
  if (text.startsWith('<?', at)) return '?>';
  if (text.startsWith('<!--', at)) return '-->';
  if (!/^<!doctype\s+svg/i.test(text.slice(at, at + 20))) return undefined;
  // A document type may declare entities of its own in brackets.
  const bracket = text.indexOf('[', at);
  return bracket >= 0 && bracket < text.indexOf('>', at) ? ']>' : '>';
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (' \t\r\n'.includes(text[at] ?? 'none')) at += 1;
  return at;
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

export const PDF = 'application/pdf';
