import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runLimited } from '../../../sandbox/limited-process.ts';
import { ffmpegProgram } from '../thumbnails/ffmpeg.ts';
import { inputArguments } from '../thumbnails/film-tools.ts';

const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;
const MAX_MILLISECONDS = 2 * 3600 * 1000;
/** Two threads compute. */
const MAX_PROCESSOR_SECONDS = 2 * 2 * 3600;
const MAX_SILENT_MILLISECONDS = 60_000;
const WATCH_MILLISECONDS = 250;
const BLOCK_BYTES = 512;

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
  const preview = join(conversion.folder, PREVIEW_NAME);
  try {
    await run(conversion, preview);
  } catch (error) {
    // At the last byte that it may write the kernel may have ended it first.
    throw (await sizeOf(preview)) >= conversion.maxBytes - BLOCK_BYTES ? tooLarge() : error;
  }
  if ((await sizeOf(preview)) >= conversion.maxBytes) throw tooLarge();
  return preview;
}

const PREVIEW_NAME = 'preview.mp4';

/** Runs FFmpeg, and ends it when it stands still or the preview becomes too large. */
async function run(conversion: Conversion, preview: string): Promise<void> {
  const { path, milliseconds, maxBytes, signal, onPercent } = conversion;
  const { silentMilliseconds = MAX_SILENT_MILLISECONDS } = conversion;
  let [place, percent, movedAt] = [-1, 0, performance.now()];
  const gaveUp = new AbortController();
  const giveUp = (reason: unknown) => gaveUp.abort(reason);
  const watch = setInterval(() => {
    if (performance.now() - movedAt > silentMilliseconds)
      giveUp(new Error('The conversion does not move on'));
    sizeOf(preview).then((size) => size >= maxBytes && giveUp(tooLarge()), giveUp);
  }, WATCH_MILLISECONDS);
  const program = ffmpegProgram({
    command: 'ffmpeg',
    args: (input, output) => argumentsFor(conversion, input, output),
    output: { path: preview, bytes: maxBytes },
    memoryBytes: MAX_MEMORY_BYTES,
    processorSeconds: MAX_PROCESSOR_SECONDS,
    milliseconds: conversion.longestMilliseconds ?? MAX_MILLISECONDS,
    signal: AbortSignal.any([signal, gaveUp.signal]),
    onOutput: (chunk) => {
      const next = placeIn(chunk);
      if (next === undefined || next <= place) return;
      [place, movedAt] = [next, performance.now()];
      const nextPercent = Math.min(99, Math.floor((place / milliseconds) * 100));
      if (nextPercent <= percent) return;
      percent = nextPercent;
      onPercent(percent).catch(giveUp);
    },
  });
  await runLimited(path, program).finally(() => clearInterval(watch));
}

function tooLarge(): Error {
  return new Error('The preview became too large');
}

/** Bytes of a file; 0 before it is begun. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/** The milliseconds that are done, of what ffmpeg says of its progress. */
function placeIn(chunk: Buffer): number | undefined {
  const last = chunk.toString('latin1').split('out_time_us=').at(-1) ?? '';
  const microseconds = Number.parseInt(last, 10);
  return Number.isNaN(microseconds) ? undefined : microseconds / 1000;
}

/** The file to write is there already, empty. */
const BEGIN = ['-y', '-nostdin', '-v', 'error', '-progress', 'pipe:1', '-stats_period', '1', '-threads', '2'];
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
