import { fileURLToPath } from 'node:url';
import { runDecoder } from '../sandbox/decoder-process.ts';
import { ProgramFailure } from '../sandbox/limited-process.ts';
import { memoryFor } from './drawing/decoders.ts';
import { readPicture } from './ffmpeg-pictures.ts';
import { thumbnailMaker } from './kinds.ts';

const PROGRAM = fileURLToPath(new URL('./drawing/draw-web-picture.ts', import.meta.url));

type WebPicture = { bytes: Buffer; mediaType: 'image/jpeg' | 'image/png' };

/** `pixels` limits the longer side; `mostBytes` limits a jpeg, and a png for a picture with transparency. */
type Drawing = {
  mediaType: string;
  pixels: number;
  mostBytes: { jpeg: number; png: number };
  signal?: AbortSignal | undefined;
};

/** Types that have every size already, or move. */
const NEVER_DRAWN: ReadonlySet<string> = new Set(['image/svg+xml', 'image/apng', 'image/icns']);

export function hasWebPicture(mediaType: string): boolean {
  return (
    mediaType.startsWith('image/') && !NEVER_DRAWN.has(mediaType) && thumbnailMaker(mediaType) === 'image'
  );
}

/** Draws the web size, upright, with its colour profile only (specification 6.22); undefined if it moves or fails. */
export async function drawWebPicture(file: string, drawing: Drawing): Promise<WebPicture | undefined> {
  const { mediaType, pixels, mostBytes, signal } = drawing;
  const limits = [pixels, mostBytes.jpeg, mostBytes.png].map(String);
  try {
    const answer = await readPicture(file, { mediaType, signal }, (path, type) =>
      runDecoder(path, (input) => [PROGRAM, type, input, ...limits], {
        signal,
        memoryBytes: memoryFor(type),
      }),
    );
    return readAnswer(answer, mostBytes);
  } catch (error) {
    if (signal?.aborted || !(error instanceof ProgramFailure)) throw error;
    return undefined;
  }
}

const [JPEG, PNG] = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47])];

/** The process has read untrusted bytes, so its answer is validated. */
function readAnswer(bytes: Buffer, mostBytes: Drawing['mostBytes']): WebPicture | undefined {
  if (bytes.subarray(0, JPEG.length).equals(JPEG) && bytes.length <= mostBytes.jpeg)
    return { bytes, mediaType: 'image/jpeg' };
  if (bytes.subarray(0, PNG.length).equals(PNG) && bytes.length <= mostBytes.png)
    return { bytes, mediaType: 'image/png' };
  return undefined;
}
