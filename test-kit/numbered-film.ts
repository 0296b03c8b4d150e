import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeFilm } from './make-film.ts';

const BITS = 8;
const SIZE = { width: 256, height: 64 };

export type NumberedFilm = {
  name: string;
  bytes: Buffer<ArrayBuffer>;
  /** Seconds at which each frame begins; the last number is the end of the last frame. */
  begins: number[];
};

/** Frames a second as FFmpeg takes them; `variable` alternates between long and short frames. */
export const FRAME_RATES = {
  '23.976': '24000/1001',
  '24': '24',
  '25': '25',
  '29.97': '30000/1001',
  '50': '50',
  '60': '60',
  variable: '25',
};
export type FrameRate = keyof typeof FRAME_RATES;

/** Makes a film of about three seconds. Each frame has its number, from 0, drawn in as a bar code. */
export function makeNumberedFilm(rate: FrameRate): NumberedFilm {
  const [frames = 0, seconds = 1] = FRAME_RATES[rate].split('/').map(Number);
  const perSecond = frames / seconds;
  const count = Math.ceil(3 * perSecond);
  const isVariable = rate === 'variable';
  const moments = Array.from({ length: count + 1 }, (_, at) => at + (isVariable && at % 2 === 1 ? 0.5 : 0));
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-numbered-'));
  const raw = path.join(folder, 'frames.gray');
  try {
    writeFileSync(raw, Buffer.concat(moments.slice(0, -1).map((_, number) => frameOf(number))));
    const input = ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', `${SIZE.width}x${SIZE.height}`];
    const times = isVariable ? ['-vf', 'settb=1/1000,setpts=(N+0.5*mod(N\\,2))*40', '-fps_mode', 'vfr'] : [];
    const name = `at-${rate}.mp4`;
    const args = [...input, '-framerate', FRAME_RATES[rate], '-i', 'file:/dev/fd/0', ...times];
    const coded = [
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '12',
      '-bf',
      '2',
      '-video_track_timescale',
      '90000',
    ];
    const bytes = makeFilm(name, [...args, ...coded], raw);
    return { name, bytes, begins: moments.map((position) => position / perSecond) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each bit of the number is a column: white above black for 1, black above white for 0. */
function frameOf(number: number): Buffer {
  const half = (isAbove: boolean) =>
    Buffer.concat(
      Array.from({ length: BITS }, (_, bit) => {
        const isOne = ((number >> bit) & 1) === 1;
        return Buffer.alloc(SIZE.width / BITS, isOne === isAbove ? 235 : 16);
      }),
    );
  const rows = (isAbove: boolean) =>
    Buffer.concat(Array.from({ length: SIZE.height / 2 }, () => half(isAbove)));
  return Buffer.concat([rows(true), rows(false)]);
}

/** Milliseconds at the middle of a frame, as a copied link names it. */
export function middleOfFrame({ begins }: NumberedFilm, frame: number): number {
  return Math.round((((begins[frame] ?? 0) + (begins[frame + 1] ?? 0)) / 2) * 1000);
}
