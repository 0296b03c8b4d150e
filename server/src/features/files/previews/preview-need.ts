import { z } from 'zod';
import { probeStreams } from '../thumbnails/film-tools.ts';

const Stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  pix_fmt: z.string().optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
});
const Probe = z.object({ streams: z.array(Stream).max(1000) });

type Streams = { picture: z.infer<typeof Stream> | undefined; sound: z.infer<typeof Stream> | undefined };

/**
 * Whether a film or a sound needs a preview, because some of Chromium, Firefox and Safari does not play it as it is.
 * Rejects where ffprobe is not installed, or cannot read the file.
 */
export async function needsPreview(path: string, mediaType: string): Promise<boolean> {
  const { streams } = Probe.parse(JSON.parse((await probeStreams(path, mediaType)).toString()));
  const picture = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
  );
  const sound = streams.find(({ codec_type }) => codec_type === 'audio');
  if (!picture && !sound) return false;
  const plays = PLAYED[mediaType];
  return !plays?.({ picture, sound });
}

const MP4_SOUNDS = new Set([undefined, 'aac', 'mp3']);
const WEBM_PICTURES = new Set(['vp8', 'vp9']);
const WEBM_SOUNDS = new Set([undefined, 'opus', 'vorbis']);
const WAV_SOUNDS = new Set(['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_f32le']);

/** Containers that all of them read, and whether they play what is in it. Others play in some of them at best. */
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

/** Eight bits and a quarter of the colours, which is what every decoder reads. */
function isPlain({ pix_fmt }: z.infer<typeof Stream>): boolean {
  return pix_fmt === 'yuv420p' || pix_fmt === 'yuvj420p';
}
