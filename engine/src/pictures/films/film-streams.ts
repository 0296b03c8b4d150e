import { z } from 'zod';
import { runFfmpeg } from './ffmpeg.ts';
import { inputArguments } from './film-input.ts';

const MOST_STREAMS = 1000;

const Stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  pix_fmt: z.string().optional(),
  color_transfer: z.string().optional(),
  channels: z.number().optional(),
  tags: z.object({ language: z.string().optional() }).optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
});
const Probe = z.object({ streams: z.array(Stream).max(MOST_STREAMS) });

export type Stream = z.infer<typeof Stream>;

/** Moving picture (never a cover) and sounds of a film, in the order of the file. */
export type FilmStreams = { picture: Stream | undefined; sounds: Stream[] };

const SHOWN =
  'stream=codec_type,codec_name,pix_fmt,color_transfer,channels:stream_tags=language:stream_disposition=attached_pic';

export async function probeStreams(path: string, mediaType: string): Promise<FilmStreams> {
  const answer = await runFfmpeg(path, 'ffprobe', (input) => [
    '-v',
    'error',
    ...inputArguments(input, mediaType),
    '-show_entries',
    SHOWN,
    '-of',
    'json',
  ]);
  const { streams } = Probe.parse(JSON.parse(answer.toString()));
  return {
    picture: streams.find(
      ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
    ),
    sounds: streams.filter(({ codec_type }) => codec_type === 'audio'),
  };
}
