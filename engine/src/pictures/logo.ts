import { fileURLToPath } from 'node:url';
import { sniffMediaType, SNIFFED_BYTES } from '../media-types/media-type.ts';
import { runDecoder } from '../sandbox/decoder-process.ts';
import type { Log } from './log.ts';

const PROGRAM = fileURLToPath(new URL('./drawing/draw-logo.ts', import.meta.url));

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const WIDTH_AT = 16;
const HEADER_BYTES = 24;

const MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml', 'image/avif'];

type DrawnLogo = { bytes: Buffer; width: number; height: number };

type Limits = { box: { width: number; height: number }; mostBytes: number };

/** Converts an untrusted picture to a small png in a process, and validates its output; undefined if unreadable. */
export async function drawLogo(bytes: Buffer, limits: Limits, log: Log): Promise<DrawnLogo | undefined> {
  const mediaType = await sniffMediaType(bytes.subarray(0, SNIFFED_BYTES));
  if (!MEDIA_TYPES.includes(mediaType)) return undefined;
  try {
    const sizes = [limits.box.width, limits.box.height, limits.mostBytes].map(String);
    return readLogo(await runDecoder(bytes, (input) => [PROGRAM, mediaType, input, ...sizes]), limits);
  } catch (error) {
    log.info({ err: error, mediaType }, 'No logo could be drawn');
    return undefined;
  }
}

function readLogo(bytes: Buffer, { box, mostBytes }: Limits): DrawnLogo {
  if (bytes.length < HEADER_BYTES || bytes.length > mostBytes || !bytes.subarray(0, 8).equals(SIGNATURE))
    throw new Error('What was drawn is no logo');
  const [width, height] = [bytes.readUInt32BE(WIDTH_AT), bytes.readUInt32BE(WIDTH_AT + 4)];
  if (width < 1 || height < 1 || width > box.width || height > box.height)
    throw new Error('What was drawn has another size');
  return { bytes, width, height };
}
