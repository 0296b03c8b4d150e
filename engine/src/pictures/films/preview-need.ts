import type { FilmStreams, Stream } from './film-streams.ts';
import { goesBeyondWhite } from './tone-mapping.ts';

/** True if Chromium, Firefox or Safari cannot play a file, or plays one of several tracks that are heard together. */
export function needsPreview(streams: FilmStreams, mediaType: string): boolean {
  const { picture, sounds } = streams;
  const [sound] = sounds;
  if (!picture && !sound) return false;
  const plays = PLAYED[mediaType];
  return heardTracks(streams).length > 1 || !plays?.({ picture, sound });
}

/**
 * Indexes of tracks to mix: all mono ones of a language (a camera's microphones) if the first is mono, else the first.
 */
export function heardTracks({ sounds }: FilmStreams): number[] {
  const [first] = sounds;
  const isHeard = (sound: Stream) =>
    sound === first ||
    (first?.channels === 1 && sound.channels === 1 && sound.tags?.language === first.tags?.language);
  return sounds.flatMap((sound, index) => (isHeard(sound) ? [index] : [])).slice(0, MOST_HEARD);
}

/** More microphones than cameras have. */
const MOST_HEARD = 16;

type Streams = { picture: Stream | undefined; sound: Stream | undefined };

const MP4_SOUNDS = new Set([undefined, 'aac', 'mp3']);
const WEBM_PICTURES = new Set(['vp8', 'vp9']);
const WEBM_SOUNDS = new Set([undefined, 'opus', 'vorbis']);
const WAV_SOUNDS = new Set(['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_f32le']);

/** Containers that all browsers read, and a test of their contents. Others play in some browsers at best. */
const PLAYED: Record<string, (streams: Streams) => boolean> = {
  'video/mp4': playsAsMp4,
  'video/x-m4v': playsAsMp4,
  'video/webm': playsAsWebm,
  'audio/webm': playsAsWebm,
  'audio/mpeg': () => true,
  'audio/aac': () => true,
  'audio/mp4': playsAsMp4,
  'audio/x-m4a': playsAsMp4,
  'audio/wav': ({ sound }) => WAV_SOUNDS.has(sound?.codec_name ?? ''),
};

function playsAsWebm({ picture, sound }: Streams): boolean {
  const playsPicture = !picture || (WEBM_PICTURES.has(picture.codec_name ?? '') && isPlain(picture));
  return playsPicture && WEBM_SOUNDS.has(sound?.codec_name);
}

function playsAsMp4({ picture, sound }: Streams): boolean {
  const playsPicture = !picture || (picture.codec_name === 'h264' && isPlain(picture));
  return playsPicture && MP4_SOUNDS.has(sound?.codec_name);
}

/** True for eight bits, 4:2:0 and SDR, which every decoder reads. */
function isPlain(picture: Stream): boolean {
  return (picture.pix_fmt === 'yuv420p' || picture.pix_fmt === 'yuvj420p') && !goesBeyondWhite(picture);
}
