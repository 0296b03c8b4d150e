import { type ChildProcess, spawn } from 'node:child_process';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { endIfTooLarge, lowerPriority } from '../../../sandbox/limited-process.ts';
import { ffmpegProgram } from '../thumbnails/ffmpeg.ts';
import { inputArguments } from '../thumbnails/film-tools.ts';

const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;
const MAX_ADDRESSES_KILOBYTES = 8 * 1024 * 1024;
const MAX_MILLISECONDS = 2 * 3600 * 1000;
const MAX_SILENT_MILLISECONDS = 60_000;
const WATCH_MILLISECONDS = 250;

type Conversion = {
  /** The film or sound, which is only read. */
  path: string;
  mediaType: string;
  /** An empty folder, where the preview is written. */
  folder: string;
  milliseconds: number;
  /** A preview that would be larger is given up. */
  maxBytes: number;
  signal: AbortSignal;
  /** Is told how far it is, in percent, whenever that changes; rejects where it is no longer wanted. */
  onPercent: (percent: number) => Promise<void>;
  /** Time without progress after which it is ended; 60 s where nothing is said. */
  silentMilliseconds?: number;
  /** Time after which it is ended whatever it does; two hours where nothing is said. */
  longestMilliseconds?: number;
};

/**
 * Makes an MP4 that every browser plays, and returns its path: at most 1080p, eight bits, the index in front. Rejects
 * where ffmpeg ends with an error, after 60 s without progress, after two hours, and when the
 * preview becomes as large as the original.
 */
export async function convert(conversion: Conversion): Promise<string> {
  const { path, folder, signal } = conversion;
  signal.throwIfAborted();
  const input = await open(path, 'r');
  const preview = join(folder, PREVIEW_NAME);
  try {
    const child = start(conversion, preview, process.platform === 'win32' ? path : '/dev/fd/0', input.fd);
    await finish(child, preview, conversion);
    if ((await stat(preview)).size >= conversion.maxBytes) throw new Error('The preview became too large');
    return preview;
  } finally {
    await input.close();
  }
}

const PREVIEW_NAME = 'preview.mp4';

function start(conversion: Conversion, preview: string, inputPath: string, descriptor: number): ChildProcess {
  const { command, args, environment, addressesKilobytes } = ffmpegProgram({
    name: 'ffmpeg',
    args: (input, output) => argumentsFor(conversion, input, output),
    output: preview,
  });
  const limited = `ulimit -v ${addressesKilobytes ?? MAX_ADDRESSES_KILOBYTES} 2>/dev/null; exec "$@"`;
  const programArgs = args(inputPath);
  const [program, allArgs] =
    process.platform === 'win32'
      ? [command, programArgs]
      : ['/bin/sh', ['-c', limited, 'sh', command, ...programArgs]];
  return spawn(program, allArgs, {
    cwd: conversion.folder,
    env: environment,
    stdio: [descriptor, 'pipe', 'ignore'],
    timeout: conversion.longestMilliseconds ?? MAX_MILLISECONDS,
    killSignal: 'SIGKILL',
  });
}

function finish(child: ChildProcess, preview: string, conversion: Conversion): Promise<void> {
  const { milliseconds, maxBytes, signal, onPercent } = conversion;
  const { silentMilliseconds = MAX_SILENT_MILLISECONDS } = conversion;
  let [place, percent, movedAt] = [-1, 0, Date.now()];
  let failure: unknown;
  const giveUp = (reason: unknown) => {
    failure ??= reason;
    child.kill('SIGKILL');
  };
  const stop = () => giveUp(signal.reason);
  signal.addEventListener('abort', stop);
  const watch = setInterval(() => {
    void endIfTooLarge(child, MAX_MEMORY_BYTES);
    if (Date.now() - movedAt > silentMilliseconds) giveUp(new Error('The conversion does not move on'));
    stat(preview).then(
      ({ size }) => size >= maxBytes && giveUp(new Error('The preview became too large')),
      () => 'It is not begun yet.',
    );
  }, WATCH_MILLISECONDS);
  child.stdout?.on('data', (chunk: Buffer) => {
    const next = placeIn(chunk);
    if (next === undefined || next <= place) return;
    [place, movedAt] = [next, Date.now()];
    const nextPercent = Math.min(99, Math.floor((place / milliseconds) * 100));
    if (nextPercent <= percent) return;
    percent = nextPercent;
    onPercent(percent).catch(giveUp);
  });
  child.once('spawn', () => lowerPriority(child.pid));
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killed) => {
      if (failure !== undefined) reject(failure);
      else if (code === 0) resolve();
      else reject(new Error(`ffmpeg ended with ${killed ?? code}`));
    });
  }).finally(() => {
    clearInterval(watch);
    signal.removeEventListener('abort', stop);
  });
}

/** The milliseconds that are done, of what ffmpeg says of its progress. */
function placeIn(chunk: Buffer): number | undefined {
  const last = chunk.toString('latin1').split('out_time_us=').at(-1) ?? '';
  const microseconds = Number.parseInt(last, 10);
  return Number.isNaN(microseconds) ? undefined : microseconds / 1000;
}

const BEGIN = ['-nostdin', '-v', 'error', '-progress', 'pipe:1', '-stats_period', '1', '-threads', '2'];
const END = [
  '-sn',
  '-dn',
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-movflags',
  '+faststart',
  '-f',
  'mp4',
];
const H264 = ['-c:v', 'libx264', '-threads', '2', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '23'];
const AAC = ['-c:a', 'aac', '-ac', '2'];
/** Inside 1920 by 1080, or 1080 by 1920 where it stands; even, and in square pixels. */
const SMALLER = 'min(1,min(1920/max(iw*sar,ih),1080/min(iw*sar,ih)))';
const FILTER = `scale='max(2,2*trunc(iw*sar*${SMALLER}/2+0.01))':'max(2,2*trunc(ih*${SMALLER}/2+0.01))',setsar=1,format=yuv420p`;

const SOUND_BITS = 160_000;
const FEWEST_SOUND_BITS = 24_000;

function argumentsFor(
  { mediaType, milliseconds, maxBytes }: Conversion,
  input: string,
  output: string,
): string[] {
  // A little less than the original takes in a second, so that the preview stays smaller.
  const seconds = milliseconds / 1000;
  const bits = ((maxBytes * 8) / seconds) * 0.85;
  const isSound = mediaType.startsWith('audio/');
  const soundBits = Math.max(FEWEST_SOUND_BITS, Math.min(SOUND_BITS, isSound ? bits : bits / 5));
  const pictureBits = Math.max(FEWEST_SOUND_BITS, Math.floor(bits - soundBits));
  // What the encoder may save up and spend at once: of a short film, a small part of it all.
  const savedBits = Math.floor(pictureBits * Math.min(2, seconds / 10));
  const rate = ['-maxrate', String(pictureBits), '-bufsize', String(savedBits), '-fpsmax', '60'];
  const picture = ['-map', '0:V:0', '-vf', FILTER, ...H264, ...rate];
  const sound = ['-map', isSound ? '0:a:0' : '0:a:0?', ...AAC, '-b:a', String(Math.floor(soundBits))];
  const outputs = isSound ? sound : [...picture, ...sound];
  return [...BEGIN, ...inputArguments(input, mediaType), ...outputs, ...END, `file:${output}`];
}
