import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runLimited } from '../../sandbox/limited-process.ts';
import { ffmpegProgram } from './ffmpeg.ts';
import type { FilmStreams } from './film-streams.ts';
import { inputArguments } from './film-input.ts';
import { toneMapping } from './tone-mapping.ts';
import { heardTracks } from './preview-need.ts';

const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;
/** Limits of processor time, from which other work of the machine takes nothing. */
const MAX_PROCESSOR_SECONDS = 4 * 3600;
const MAX_SILENT_SECONDS = 60;
/** Wall-clock limit; on a busy machine a film gets a small part of the processor. */
const MAX_MILLISECONDS = 8 * 3600 * 1000;
const WATCH_MILLISECONDS = 250;
const BLOCK_BYTES = 512;

type Conversion = {
  /** The film or sound, which is only read. */
  path: string;
  mediaType: string;
  /** Streams of the original. */
  streams: FilmStreams;
  /** An empty folder, where the preview is written. */
  folder: string;
  milliseconds: number;
  /** A preview that would be larger is given up. */
  maxBytes: number;
  signal: AbortSignal;
  /** Called with the progress in percent whenever it changes; rejects if the result is no longer wanted. */
  onPercent: (percent: number) => Promise<void>;
  /** Processor time without progress after which it is ended; 60 s where nothing is said. */
  silentSeconds?: number;
  /** Time after which it is ended whatever it does; eight hours where nothing is said. */
  longestMilliseconds?: number;
};

/**
 * Makes an MP4 that every browser plays, and returns its path: at most 1080p, eight bits, in the light of screens, the index in
 * front. Rejects with ProgramFailure or GivenUp where ffmpeg ends with an error, after 60 s of processor time without
 * progress, after four hours of it or eight by the clock, and when the preview becomes too large.
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

/** A conversion that is wanted no longer, or makes too much. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

const PREVIEW_NAME = 'preview.mp4';

/** Runs FFmpeg, and ends it when the preview becomes too large. */
async function run(conversion: Conversion, preview: string): Promise<void> {
  const { path, milliseconds, maxBytes, signal, onPercent } = conversion;
  let [place, percent] = [-1, 0];
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
      const next = placeIn(chunk);
      if (next === undefined || next <= place) return false;
      place = next;
      const nextPercent = Math.min(99, Math.floor((place / milliseconds) * 100));
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
/** Inside 1920 by 1080, or 1080 by 1920 where it stands; even, and in square pixels. */
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
  // A little less than the original takes in a second, so that the preview stays smaller.
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

/** The picture of a film in few enough pixels and in the light of screens, and what says so. */
function shown({ picture }: FilmStreams): string[] {
  const { options, filters } = toneMapping(picture);
  const isMapped = filters !== '';
  const mapped = isMapped ? filters + AS_BT709 : '';
  const tags = isMapped ? TAGS : [];
  return ['-vf', `scale=${SIZE}${options},setsar=1${mapped},format=yuv420p`, ...tags];
}

/** The sound of a film: tracks that are heard together are mixed, as loud as one that has them all by chance. */
function heard(streams: FilmStreams, isNeeded: boolean): string[] {
  const tracks = heardTracks(streams);
  if (tracks.length < 2) return ['-map', isNeeded ? '0:a:0' : '0:a:0?'];
  const inputs = tracks.map((place) => `[0:a:${place}]`).join('');
  const loudness = 1 / Math.sqrt(tracks.length);
  const mix = `${inputs}amix=inputs=${tracks.length}:duration=longest:normalize=0,volume=${loudness},alimiter=level=disabled[mix]`;
  return ['-filter_complex', mix, '-map', '[mix]'];
}
