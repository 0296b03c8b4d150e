import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runLimited } from '../../sandbox/limited-process.ts';
import { ffmpegProgram } from './ffmpeg.ts';
import type { FilmStreams } from './film-streams.ts';
import { inputArguments } from './film-input.ts';
import { toneMapping } from './tone-mapping.ts';
import { heardTracks } from './preview-need.ts';

const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;
/** Limit of processor time; other work of the machine does not count. */
const MAX_PROCESSOR_SECONDS = 4 * 3600;
const MAX_SILENT_SECONDS = 60;
/** Wall-clock limit: on a busy machine a film gets a small part of the processor. */
const MAX_MILLISECONDS = 8 * 3600 * 1000;
const WATCH_MILLISECONDS = 250;
const BLOCK_BYTES = 512;

type Conversion = {
  path: string;
  mediaType: string;
  streams: FilmStreams;
  folder: string;
  milliseconds: number;
  maxBytes: number;
  signal: AbortSignal;
  /** Called with each new progress in percent; rejects if the result is no longer wanted. */
  onPercent: (percent: number) => Promise<void>;
  /** Processor time without progress before the end; 60 s by default. */
  silentSeconds?: number;
  /** Wall-clock limit; eight hours by default. */
  longestMilliseconds?: number;
};

/**
 * Makes an MP4 that every browser plays (at most 1080p, SDR, eight bits, index first) and returns its path. Rejects
 * with ProgramFailure or GivenUp if ffmpeg fails, stalls or passes a limit.
 */
export async function convert(conversion: Conversion): Promise<string> {
  const preview = join(conversion.folder, PREVIEW_NAME);
  try {
    await run(conversion, preview);
  } catch (error) {
    // The kernel may have stopped it at the last allowed byte first.
    throw (await sizeOf(preview)) >= conversion.maxBytes - BLOCK_BYTES ? tooLarge() : error;
  }
  if ((await sizeOf(preview)) >= conversion.maxBytes) throw tooLarge();
  return preview;
}

/** The conversion is no longer wanted, or its output too large. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

const PREVIEW_NAME = 'preview.mp4';

async function run(conversion: Conversion, preview: string): Promise<void> {
  const { path, milliseconds, maxBytes, signal, onPercent } = conversion;
  let [position, percent] = [-1, 0];
  const gaveUp = new AbortController();
  const giveUp = (reason: unknown) => gaveUp.abort(reason);
  const watch = setInterval(() => {
    sizeOf(preview).then((size) => size >= maxBytes && giveUp(tooLarge()), giveUp);
  }, WATCH_MILLISECONDS);
  const program = ffmpegProgram({
    command: 'ffmpeg',
    args: (input, output) => argumentsFor(conversion, input, output),
    output: { path: preview, bytes: maxBytes },
    memoryBytes: MAX_MEMORY_BYTES,
    processorSeconds: MAX_PROCESSOR_SECONDS,
    silentSeconds: conversion.silentSeconds ?? MAX_SILENT_SECONDS,
    milliseconds: conversion.longestMilliseconds ?? MAX_MILLISECONDS,
    signal: AbortSignal.any([signal, gaveUp.signal]),
    onOutput: (chunk) => {
      const next = positionIn(chunk);
      if (next === undefined || next <= position) return false;
      position = next;
      const nextPercent = Math.min(99, Math.floor((position / milliseconds) * 100));
      if (nextPercent > percent) {
        percent = nextPercent;
        onPercent(percent).catch(giveUp);
      }
      return true;
    },
  });
  await runLimited(path, program).finally(() => clearInterval(watch));
}

function tooLarge(): Error {
  return new GivenUp('The preview became too large');
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

function positionIn(chunk: Buffer): number | undefined {
  const last = chunk.toString('latin1').split('out_time_us=').at(-1) ?? '';
  const microseconds = Number.parseInt(last, 10);
  return Number.isNaN(microseconds) ? undefined : microseconds / 1000;
}

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
const TAGS = [
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-colorspace',
  'bt709',
  '-color_range',
  'tv',
];
const AAC = ['-c:a', 'aac', '-ac', '2'];
/** Scales to 1920 by 1080 or, for a portrait film, 1080 by 1920; even, in square pixels. */
const SMALLER = 'min(1,min(1920/max(iw*sar,ih),1080/min(iw*sar,ih)))';
const SIZE = `'max(2,2*trunc(iw*sar*${SMALLER}/2+0.01))':'max(2,2*trunc(ih*${SMALLER}/2+0.01))'`;
const AS_BT709 = ',scale=out_color_matrix=bt709:out_range=tv';

const SOUND_BITS = 160_000;
const FEWEST_SOUND_BITS = 24_000;

function argumentsFor(
  { mediaType, streams, milliseconds, maxBytes }: Conversion,
  input: string,
  output: string,
): string[] {
  // A little less than the original's rate, so that the preview stays smaller.
  const seconds = milliseconds / 1000;
  const bits = ((maxBytes * 8) / seconds) * 0.85;
  const isSound = mediaType.startsWith('audio/');
  const soundBits = Math.max(FEWEST_SOUND_BITS, Math.min(SOUND_BITS, isSound ? bits : bits / 5));
  const pictureBits = Math.max(FEWEST_SOUND_BITS, Math.floor(bits - soundBits));
  // Rate-control buffer of the encoder: for a short film, a small part of its total bits.
  const savedBits = Math.floor(pictureBits * Math.min(2, seconds / 10));
  const rate = ['-maxrate', String(pictureBits), '-bufsize', String(savedBits), '-fpsmax', '60'];
  const picture = ['-map', '0:V:0', ...shown(streams), ...H264, ...rate];
  const sound = [...heard(streams, isSound), ...AAC, '-b:a', String(Math.floor(soundBits))];
  const outputs = isSound ? sound : [...picture, ...sound];
  return [...BEGIN, ...inputArguments(input, mediaType), ...outputs, ...END, `file:${output}`];
}

/** Scales the picture, converts it to SDR and declares so. */
function shown({ picture }: FilmStreams): string[] {
  const { options, filters } = toneMapping(picture);
  const isMapped = filters !== '';
  const mapped = isMapped ? filters + AS_BT709 : '';
  const tags = isMapped ? TAGS : [];
  return ['-vf', `scale=${SIZE}${options},setsar=1${mapped},format=yuv420p`, ...tags];
}

/** Mixes tracks that are heard together at the loudness of a single track. */
function heard(streams: FilmStreams, isNeeded: boolean): string[] {
  const tracks = heardTracks(streams);
  if (tracks.length < 2) return ['-map', isNeeded ? '0:a:0' : '0:a:0?'];
  const inputs = tracks.map((position) => `[0:a:${position}]`).join('');
  const loudness = 1 / Math.sqrt(tracks.length);
  const mix = `${inputs}amix=inputs=${tracks.length}:duration=longest:normalize=0,volume=${loudness},alimiter=level=disabled[mix]`;
  return ['-filter_complex', mix, '-map', '[mix]'];
}
