import { fileURLToPath } from 'node:url';
import { runDecoder } from '../sandbox/decoder-process.ts';

const PROGRAM = fileURLToPath(new URL('./drawing/draw-cover.ts', import.meta.url));

type CoverLimits = { box: { width: number; height: number }; mostBytes: number };

type DrawnCover = { bytes: Buffer; width: number; height: number };

/** Converts a webp thumbnail to a small jpeg without metadata, in a process; validates its output. */
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

/** Markers of a jpeg: its start, the scan that ends its head, and metadata. JFIF's own marker is no metadata. */
const START = 0xd8;
const SCAN = 0xda;
const METADATA = { first: 0xe1, last: 0xef };
const COMMENT = 0xfe;
/** Markers of frames, except for three tables among them. */
const FRAMES = { first: 0xc0, last: 0xcf };
const TABLES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
const SEGMENT_HEAD = 4;

/** Size of a jpeg without metadata; throws for any other bytes. */
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
