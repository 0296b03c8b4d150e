import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../../../test-kit/large/extent.ts';
import { screencast } from '../../../../../test-kit/foreign-files.ts';
import { makeFilm, probeFilm } from '../../../../../test-kit/make-film.ts';
import { sampleFile } from '../../../../../test-kit/sample-files/sample-file.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { expectColour } from '@vitrin/engine/testing/pictures/draw.ts';
import { FFMPEGS, useFfmpeg } from '@vitrin/engine/testing/pictures/ffmpegs.ts';
import { useVersionForFilms } from '../../../testing/thumbnails/films.ts';

const folder = temporaryFolder();

/** A file that lasts as long as the tests. */
function kept(bytes: Buffer, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Bars of colours, of which that at 72 % of the width is 190, 0, 0, as a camera keeps them; `white` in candela. */
function brightBars(transfer: string, white: number): Buffer {
  const source = 'smptehdbars=s=320x180:d=1:r=5,format=yuv444p';
  const from = 'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv';
  const light = `zscale=t=linear:npl=${white},format=gbrpf32le`;
  const to = `zscale=p=bt2020:t=${transfer}:m=bt2020nc:r=tv:npl=${white},format=yuv420p10le`;
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '4'];
  const filter = `${from},${light},${to}`;
  return makeFilm(`${transfer}.mp4`, ['-f', 'lavfi', '-i', source, '-vf', filter, ...codec]);
}

const HDR = casesOf<[transfer: string, white: number]>({
  daily: [
    ['smpte2084', 203],
    ['arib-std-b67', 203],
  ],
  rare: [
    ['smpte2084', 100],
    ['arib-std-b67', 100],
  ],
});

const [RED, RED_TOLERANCE] = [[190, 0, 0], 25] as const;

describe.each(FFMPEGS)('by the %s FFmpeg', (ffmpeg) => {
  useFfmpeg(ffmpeg);
  const films = useVersionForFilms();

  test.each(HDR)(
    'a film of a camera (%s, white at %i cd/m²) has its colours in its picture and its preview',
    async (transfer, white) => {
      const file = await films.upload(brightBars(transfer, white), 'camera.mp4');
      expect(file.preview).not.toBeNull();
      const picture = await films.get(file.thumbnail_large ?? '');
      await expectColour(picture.rawPayload, [230, 50], RED, RED_TOLERANCE);

      const preview = kept((await films.get(file.preview ?? '')).rawPayload, 'preview.mp4');
      const tags = { color_primaries: 'bt709', color_transfer: 'bt709', color_space: 'bt709' };
      expect(probeFilm(preview)).toMatchObject({
        streams: [{ ...tags, color_range: 'tv', pix_fmt: 'yuv420p' }],
      });
      const frame = makeFilm(
        'frame.png',
        ['-i', 'file:/dev/fd/0', '-frames:v', '1', '-update', '1', '-vf', 'scale=in_color_matrix=bt709'],
        preview,
      );
      await expectColour(await sharp(frame).png().toBuffer(), [230, 50], RED, RED_TOLERANCE);
    },
  );

  test('the microphones of a camera, each a track of its own, are all mixed', async () => {
    // The first one is silent.
    const tracks = ['-f', 'lavfi', '-i', 'anullsrc=cl=mono:d=1', '-f', 'lavfi', '-i', 'sine=d=1'];
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:d=1:r=10'];
    const maps = [
      '-map',
      '2',
      '-map',
      '0',
      '-map',
      '1',
      '-t',
      '1',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
    ];
    const file = await films.upload(makeFilm('two.mp4', [...tracks, ...picture, ...maps]), 'two.mp4');
    const preview = kept((await films.get(file.preview ?? '')).rawPayload, 'mixed.mp4');
    expect(probeFilm(preview)).toMatchObject({
      streams: [{ codec_type: 'video' }, { codec_type: 'audio', channels: 2 }],
    });
    const samples = makeFilm('heard.wav', ['-i', 'file:/dev/fd/0', '-vn', '-c:a', 'pcm_s16le'], preview);
    const loudest = Array.from({ length: 10_000 }, (_, at) => Math.abs(samples.readInt16LE(2000 + 2 * at)));
    expect(Math.max(...loudest)).toBeGreaterThan(1000);
  });

  test('a screen recording with frames of unequal length has a picture, and a preview of the same length', async () => {
    const file = await films.upload(screencast(), 'screencast.mov');
    await films.expectFrameAndLength(file, 4.28);
    const preview = kept((await films.get(file.preview ?? '')).rawPayload, 'recorded.mp4');
    const { format, streams } = probeFilm(preview) as {
      format: { duration: string };
      streams: { nb_frames: string }[];
    };
    expect(Number(format.duration)).toBeCloseTo(4.28, 0);
    // The preview must not have a frame for each tick of the fastest part.
    expect(Number(streams[0]?.nb_frames)).toBeLessThanOrEqual(110);
  });

  test('a small film has a preview that is larger than itself', async () => {
    const bytes = sampleFile('film-hevc.mkv');
    const file = await films.upload(bytes, 'small.mkv');
    const { rawPayload } = await films.get(file.preview ?? '');
    expect(rawPayload.length).toBeGreaterThan(bytes.length);
    expect(rawPayload.length).toBeLessThan(1024 * 1024);
  });
});
