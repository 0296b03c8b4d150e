import sharp from 'sharp';
import type { Picture } from '../picture.ts';
import { readBounded } from './bounded-bytes.ts';

/** Limit with the private data of drawing programs. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Longer drawings are mostly disguised pictures, or made to be slow. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_PIXELS = 24_000_000;
const DENSITY = 72;
const MAX_DENSITY = 4800;

/** Decodes an SVG, at least `longerSide` pixels large. A buffer has no base path to other files; scripts do not run. */
export async function decodeSvg(path: string, longerSide: number): Promise<Picture> {
  const input = drawnPart(readBounded(path, MAX_FILE_BYTES));
  if (input.length > MAX_BYTES) throw new Error('The drawing is too long');
  const { width, height } = await sharp(input, { density: DENSITY }).metadata();
  const density = Math.min(MAX_DENSITY, (DENSITY * longerSide) / Math.max(width, height));
  return { input, options: { density, limitInputPixels: MAX_PIXELS } };
}

/** Elements that are not drawn: metadata, and Illustrator's whole document. */
const UNDRAWN = ['metadata', 'i:pgf', 'i:aipgf'];
const OTHER_ENCODING = /encoding=["'](?!utf-?8)/i;
const PREDEFINED_ENTITY = /^&(?:amp|lt|gt|quot|apos);$/;

/** Removes private data with undeclared prefixes and decodes HTML entities: the library refuses both. */
function drawnPart(bytes: Buffer): Buffer {
  if (bytes.includes(0) || OTHER_ENCODING.test(bytes.toString('latin1', 0, 200))) return bytes;
  let text = bytes.toString();
  for (const name of UNDRAWN) text = withoutElements(text, name);
  if (!text.includes('<!ENTITY'))
    text = text.replaceAll(/&[a-z]\w{1,30};/gi, (entity) =>
      PREDEFINED_ENTITY.test(entity) ? entity : entity === '&nbsp;' ? '&#160;' : `&amp;${entity.slice(1)}`,
    );
  return Buffer.from(text);
}

function withoutElements(text: string, name: string): string {
  const [begin, end] = [`<${name}`, `</${name}>`];
  let kept = '';
  let at = 0;
  for (let start = text.indexOf(begin); start >= 0; start = text.indexOf(begin, at)) {
    const headAt = text.indexOf('>', start);
    if (headAt < 0) break;
    // Other names may begin like this one, and an element may close itself.
    const isOwn = /[\s>]/.test(text.charAt(start + begin.length)) && text.charAt(headAt - 1) !== '/';
    const endAt = isOwn ? text.indexOf(end, headAt) : headAt;
    if (endAt < 0) break;
    kept += text.slice(at, isOwn ? start : headAt);
    at = isOwn ? endAt + end.length : headAt;
  }
  return kept + text.slice(at);
}
