import { fileURLToPath } from 'node:url';
import { runDecoder } from '../sandbox/decoder-process.ts';
import { ProgramFailure } from '../sandbox/limited-process.ts';

const PROGRAM = fileURLToPath(new URL('./drawing/draw-picture.ts', import.meta.url));

/** Longest edge of a picture in a text; browsers shrink to the same. */
const MAX_EDGE_PIXELS = 1600;

/** More than a photograph of 1 MB has; redrawing a picture that is not stored by lines takes 6 bytes a pixel. */
const MAX_INPUT_PIXELS = 24_000_000;

export type DrawnPicture = { bytes: Buffer; media_type: 'image/png' | 'image/jpeg' };

const SIGNATURES = [
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0xff, 0xd8, 0xff]),
];

/**
 * Redraws a png or jpeg in the sandbox (docs/decisions/0198), upright and at most 1600 px wide and high, so that
 * nothing but pixels remains; `unreadable` for other types, `too large` beyond our limit.
 */
export async function drawPicture(bytes: Buffer): Promise<DrawnPicture | 'unreadable' | 'too large'> {
  if (!SIGNATURES.some((signature) => bytes.subarray(0, signature.length).equals(signature)))
    return 'unreadable';
  const most = [String(MAX_EDGE_PIXELS), String(MAX_INPUT_PIXELS)];
  try {
    return readAnswer(await runDecoder(bytes, (input) => [PROGRAM, input, ...most]));
  } catch (error) {
    if (error instanceof ProgramFailure) return 'unreadable';
    throw error;
  }
}

/** The process has read untrusted bytes, so its answer is validated. */
function readAnswer(answer: Buffer): DrawnPicture | 'unreadable' | 'too large' {
  const kind = answer.toString('latin1', 0, 1);
  const bytes = answer.subarray(1);
  if (kind === 'l' && bytes.length === 0) return 'too large';
  const [png, jpeg] = SIGNATURES.map((signature) => bytes.subarray(0, signature.length).equals(signature));
  if (kind === 'p' && png) return { bytes, media_type: 'image/png' };
  if (kind === 'j' && jpeg) return { bytes, media_type: 'image/jpeg' };
  return 'unreadable';
}
