import { fileURLToPath } from 'node:url';
import { runDecoder } from '../sandbox/decoder-process.ts';

const PROGRAM = fileURLToPath(new URL('./drawing/draw-cover.ts', import.meta.url));

/** The box in pixels that a cover is drawn into, and the most bytes that it may have. */
type CoverLimits = { box: { width: number; height: number }; mostBytes: number };

type DrawnCover = { bytes: Buffer; width: number; height: number };

/**
 * Converts a webp thumbnail to a small jpeg without metadata. Rejects if it cannot be decoded, or once the
 * signal is aborted. A separate process decodes it, and its output is validated.
 */
export async function drawCover(
  webp: Buffer,
  limits: CoverLimits,
  signal?: AbortSignal,
): Promise<DrawnCover> {
  const sizes = [limits.box.width, limits.box.height, limits.mostBytes].map(String);
  const args = (input: string) => [PROGRAM, 'image/webp', input, ...sizes];
  return readCover(await runDecoder(webp, args, signal ? { signal } : {}), limits);
}

function readCover(bytes: Buffer, { box, mostBytes }: CoverLimits): DrawnCover {
  if (bytes.length > mostBytes) throw new Error('What was drawn is too large');
  const { width, height } = sizeOfBareJpeg(bytes);
  if (width < 1 || height < 1 || width > box.width || height > box.height)
    throw new Error('What was drawn has another size');
  return { bytes, width, height };
}

/** Marker bytes of a jpeg: its beginning, the scan that ends its head, and where metadata stands. JFIF's own is none. */
const START = 0xd8;
const SCAN = 0xda;
const METADATA = { first: 0xe1, last: 0xef };
const COMMENT = 0xfe;
/** Frames of pixels, among which stand three tables that are none. */
const FRAMES = { first: 0xc0, last: 0xcf };
const TABLES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
const SEGMENT_HEAD = 4;

/** Width and height of a jpeg without metadata. Throws for everything else. */
export function sizeOfBareJpeg(bytes: Buffer): { width: number; height: number } {
  let size: { width: number; height: number } | undefined;
  if (bytes[0] !== 0xff || bytes[1] !== START) throw new Error('What was drawn is no jpeg');
  for (let at = 2; at + SEGMENT_HEAD <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) throw new Error('What was drawn is no jpeg');
    if ((marker >= METADATA.first && marker <= METADATA.last) || marker === COMMENT)
      throw new Error('What was drawn has metadata');
    if (marker === SCAN && size) return size;
    if (marker >= FRAMES.first && marker <= FRAMES.last && !TABLES.has(marker) && at + 9 <= bytes.length)
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else if (marker < FRAMES.first || (marker > FRAMES.last && marker < SCAN))
      throw new Error('What was drawn is no jpeg');
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  throw new Error('What was drawn has no pixels');
}
