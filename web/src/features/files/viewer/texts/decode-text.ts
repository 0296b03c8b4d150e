import { readShiftJis } from './shift-jis.ts';

/** Enough to see what a text is; the rest is in the download. */
export const MAX_TEXT_BYTES = 1024 * 1024;

const OLDER = 'windows-1254';

/** Bytes with at least this share of zeros are read as a text with two bytes a letter. */
const ZEROS = 0.3;

/** The beginning of a text in the encoding that its bytes show; a letter that is cut off at the end is left out. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  const japanese = encoding === OLDER ? readShiftJis(bytes, true) : undefined;
  return japanese ?? new TextDecoder(encoding).decode(bytes, { stream: true });
}

/** Encoding of a text: its byte order mark, else UTF-8, else an older Japanese, Turkish or western one of Windows. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, 1000);
  const zeros = beginning.filter((byte, at) => byte === 0 && at % 2 === 1).length;
  if (zeros > (beginning.length / 2) * ZEROS) return 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return OLDER;
  }
}
