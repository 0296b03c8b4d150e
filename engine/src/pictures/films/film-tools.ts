import { runFfmpeg } from './ffmpeg.ts';
import { inputArguments } from './film-input.ts';
import type { Stream } from './film-streams.ts';
import { toneMapping } from './tone-mapping.ts';

/** Positions of candidate frames as fractions of the length: films begin and end black. */
const SHARES = [0.1, 0.3, 0.5, 0.75, 0];

const SAMPLE_PIXELS = 32;
const DARKEST_MEAN = 20;
const LEAST_DEVIATION = 8;

const QUIETLY = ['-v', 'error'];
const LENGTH_ALONE = ['-show_entries', 'format=duration', '-of', 'default=noprint_wrappers=1:nokey=1'];
const ON_ONE_THREAD = ['-nostdin', '-threads', '1'];
const ONE_FRAME = ['-frames:v', '1', '-an', '-sn', '-dn'];

/** Duration of a film or sound in seconds, by ffprobe; rejects if unknown. */
export async function probeLength(path: string, mediaType: string): Promise<number> {
  const answer = await runFfmpeg(path, 'ffprobe', (input) => [
    ...QUIETLY,
    ...inputArguments(input, mediaType),
    ...LENGTH_ALONE,
  ]);
  return Number.parseFloat(answer.toString('latin1'));
}

/** Draws a frame that shows something as png, at most `width` pixels wide; rejects if no frame can be drawn. */
export async function drawFilm(
  path: string,
  mediaType: string,
  { width, seconds = 0, picture }: { width: number; seconds?: number; picture?: Stream | undefined },
): Promise<Buffer> {
  let best = { second: 0, deviation: -1 };
  for (const share of seconds > 0 ? SHARES : [0]) {
    const second = seconds * share;
    const sample = await drawFrame(path, mediaType, { second, ...SAMPLE });
    // Seeking past the last frame gives no output.
    if (sample.length === 0) continue;
    const { mean, deviation } = variationOf(sample);
    if (deviation > best.deviation) best = { second, deviation };
    if (mean >= DARKEST_MEAN && deviation >= LEAST_DEVIATION) break;
  }
  return drawFrame(path, mediaType, { second: best.second, ...pictureOf(picture, width) });
}

const LONGEST_FRAME = 0.11;

/** Draws the frame shown at a moment as png, at most `width` pixels wide; empty after the last frame. */
export async function drawMoment(
  path: string,
  mediaType: string,
  { width, second, signal }: { width: number; second: number; signal?: AbortSignal | undefined },
): Promise<Buffer> {
  const { filter, output } = pictureOf(undefined, width);
  const begin = Math.max(0, second - LONGEST_FRAME);
  // Reverses the frames up to the moment, so that the last one comes first; `-t` alone counts from the first frame.
  const seconds = second - begin + 0.0005;
  const before = { second: begin, seconds, filter: `select='lte(t,${seconds})',${filter},reverse` };
  const frame = await drawFrame(path, mediaType, { ...before, output, signal });
  return frame.length > 0 ? frame : drawFrame(path, mediaType, { second, filter, output, signal });
}

/** Most samples of a sound: many for each bar of its wave, and few to hold. */
const MAX_SAMPLES = 4_000_000;
const [LOWEST_RATE, HIGHEST_RATE] = [100, 8000];

/** Samples of a sound as one channel of unsigned bytes (silence is 128), at a rate that suits its length. */
export function readSamples(path: string, mediaType: string, seconds: number): Promise<Buffer> {
  const rate = Math.round(Math.min(HIGHEST_RATE, Math.max(LOWEST_RATE, MAX_SAMPLES / seconds)));
  return runFfmpeg(path, 'ffmpeg', (input) => [
    ...QUIETLY,
    ...ON_ONE_THREAD,
    ...inputArguments(input, mediaType),
    '-map',
    '0:a:0',
    '-ac',
    '1',
    '-ar',
    String(rate),
    '-f',
    'u8',
    'pipe:1',
  ]);
}

type Output = { filter: string; output: string[] };

const SAMPLE: Output = {
  filter: `scale=${SAMPLE_PIXELS}:${SAMPLE_PIXELS},format=gray`,
  output: ['-f', 'rawvideo'],
};
/** Converts to square pixels and to the luminance of screens. */
function pictureOf(picture: Stream | undefined, width: number): Output {
  const { options, filters } = toneMapping(picture);
  const filter = `scale='min(${width},iw*sar)':'ow/dar'${options},setsar=1${filters}`;
  return { filter, output: ['-f', 'image2pipe', '-c:v', 'png'] };
}

function drawFrame(
  path: string,
  mediaType: string,
  {
    second,
    seconds,
    filter,
    output,
    signal,
  }: Output & { second: number; seconds?: number; signal?: AbortSignal | undefined },
): Promise<Buffer> {
  const args = (input: string) => [
    ...QUIETLY,
    ...ON_ONE_THREAD,
    '-ss',
    second.toFixed(3),
    ...(seconds === undefined ? [] : ['-t', seconds.toFixed(4)]),
    ...inputArguments(input, mediaType),
    ...ONE_FRAME,
    '-vf',
    filter,
    ...output,
    'pipe:1',
  ];
  return runFfmpeg(path, 'ffmpeg', args, signal);
}

function variationOf(sample: Buffer): { mean: number; deviation: number } {
  let [sum, squares] = [0, 0];
  for (const value of sample) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / sample.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / sample.length - mean * mean)) };
}
