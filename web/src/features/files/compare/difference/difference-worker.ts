import type { Size } from '../../viewer/zoom/zoom-geometry.ts';
import { frameFor, fitIn } from '../pictures/geometry.ts';
import { type Findings, createComparison } from './difference.ts';

/** The two pictures, or their addresses on the server. */
export type Question = readonly [older: string | Blob, newer: string | Blob];
export type Answer = { error: string } | (Findings & { frame: Size; marks: ImageBitmap });

/** Pixels that are read at once: 8 MB of each picture. */
const SLICE_PIXELS = 2_000_000;
/** Marks of larger pictures are drawn smaller; the places are still exact to the pixel. */
const MOST_MARKED_PIXELS = 4_000_000;

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  compare(data)
    .then((answer) => send(answer, [answer.marks]))
    .catch((error: unknown) => send({ error: String(error) }, []));
});

function send(answer: Answer, transfer: Transferable[]): void {
  // Only the page that started this thread receives its messages.
  postMessage(answer, { transfer });
}

/** Loads, decodes and compares the pictures, with only a slice of rows in memory as pixels at a time. */
async function compare([older, newer]: Question) {
  const pictures = await Promise.all([decode(older), decode(newer)]);
  const { width, height } = frameFor(...pictures);
  const frame = { width, height };
  const rows = Math.min(height, Math.max(1, Math.floor(SLICE_PIXELS / width)));
  const slice = contextOf({ width, height: rows }, { willReadFrequently: true });
  const scale = Math.min(1, Math.sqrt(MOST_MARKED_PIXELS / (width * height)));
  const marks = contextOf({ width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  const comparison = createComparison(frame);

  const read = (picture: ImageBitmap, top: number, count: number) => {
    const area = fitIn(frame, picture);
    slice.clearRect(0, 0, width, rows);
    slice.drawImage(
      picture,
      Math.round(area.left * width),
      Math.round(area.top * height) - top,
      Math.round(area.width * width),
      Math.round(area.height * height),
    );
    return slice.getImageData(0, 0, width, count).data;
  };
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top);
    const found = comparison.add(read(pictures[0], top, count), read(pictures[1], top, count), top);
    if (!found) continue;
    slice.clearRect(0, 0, width, rows);
    slice.putImageData(new ImageData(found, width, count), 0, 0);
    marks.drawImage(slice.canvas, 0, top * scale, width * scale, rows * scale);
  }
  for (const picture of pictures) picture.close();
  return { ...comparison.finish(), frame, marks: marks.canvas.transferToImageBitmap() };
}

async function decode(picture: string | Blob): Promise<ImageBitmap> {
  if (typeof picture !== 'string') return createImageBitmap(picture);
  const answer = await fetch(picture);
  if (!answer.ok) throw new Error(`${picture} answers ${answer.status}`);
  return createImageBitmap(await answer.blob());
}

function contextOf({ width, height }: Size, settings?: CanvasRenderingContext2DSettings) {
  const context = new OffscreenCanvas(width, height).getContext('2d', settings);
  if (!context) throw new Error('No canvas to compare on');
  return context;
}
