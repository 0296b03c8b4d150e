import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../../../test-kit/large/extent.ts';
import { makeFilm, probeFilm } from '../../../../../test-kit/make-film.ts';
import {
  FFMPEGS,
  makeNoisyFilm,
  SECOND_OF_NOISE,
  useFfmpeg,
} from '@vitrin/engine/testing/pictures/ffmpegs.ts';
import { useVersionForFilms } from '../../../testing/thumbnails/films.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

type Facts = { streams: Record<string, unknown>[]; format: { duration: string } };

function probed(bytes: Buffer): Facts {
  const folder = temporaryFolder();
  try {
    const path = join(folder, 'film');
    writeFileSync(path, bytes);
    return probeFilm(path) as Facts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.each(FFMPEGS)('by the %s FFmpeg', (ffmpeg) => {
  useFfmpeg(ffmpeg);
  const films = useVersionForFilms();

  /** Ten bits, a picture without times of its own, and a stream without an index. */
  const PREVIEWED = casesOf<[string, ...string[]]>({
    daily: [
      ['prores.mov', '-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le'],
      ['old.avi', '-c:v', 'mpeg4', '-q:v', '2'],
      ['camcorder.ts', '-c:v', 'mpeg2video', '-q:v', '2'],
    ],
    rare: [
      ['ten-bits.mp4', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le'],
      ['old.wmv', '-c:v', 'wmv2', '-q:v', '2'],
      ['old.mpg', '-c:v', 'mpeg2video', '-q:v', '2'],
      ['old.flv', '-c:v', 'flv', '-q:v', '2'],
      ['free.ogv', '-c:v', 'libtheora', '-q:v', '10'],
      ['phone.3gp', '-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'aac'],
      ['studio.mxf', '-c:v', 'mpeg2video', '-q:v', '2', '-ar', '48000'],
    ],
  });

  test.each(PREVIEWED)(
    '%s shows a frame, plays everywhere by its preview, and comes down as it is',
    async (name, ...output) => {
      const bytes = makeNoisyFilm(name, ...output);
      const file = await films.upload(bytes, name);
      await films.expectFrameAndLength(file, 1);
      expect([file.preview, file.preview_percent]).toEqual([`/api/files/${file.id}/preview/`, null]);
      const preview = await films.get(file.preview ?? '');
      expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'video/mp4']);
      expect(preview.headers['content-security-policy']).toContain('sandbox');
      expect(preview.headers['x-content-type-options']).toBe('nosniff');
      const { streams, format } = probed(preview.rawPayload);
      expect(streams).toMatchObject([
        { codec_name: 'h264', pix_fmt: 'yuv420p', width: 160, height: 90 },
        { codec_name: 'aac' },
      ]);
      expect(Math.abs(Number(format.duration) - 1)).toBeLessThan(0.3);
      // The index precedes the pictures.
      expect(preview.rawPayload.indexOf('moov')).toBeLessThan(preview.rawPayload.indexOf('mdat'));
      expect(preview.rawPayload.length).toBeLessThan(bytes.length);
      const part = await films.get(file.preview ?? '', { range: 'bytes=4-7' });
      expect([part.statusCode, part.body]).toEqual([206, 'ftyp']);
      expect((await films.get(`${file.file}?download=1`)).rawPayload.equals(bytes)).toBe(true);
    },
  );

  const SOUNDS = casesOf<[string, string]>({
    daily: [['sound.flac', 'flac']],
    rare: [
      ['sound.aiff', 'pcm_s16be'],
      ['sound.wma', 'wmav2'],
      ['alac.m4a', 'alac'],
      ['sound.ac3', 'ac3'],
    ],
  });

  test.each(SOUNDS)('%s plays everywhere by its preview', async (name, codec) => {
    const file = await films.upload(makeFilm(name, [...SECOND_OF_NOISE, '-c:a', codec]), name);
    const preview = await films.get(file.preview ?? '');
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'audio/mp4']);
    expect(probed(preview.rawPayload).streams).toMatchObject([{ codec_name: 'aac' }]);
  });

  test('a film that ends in the middle shows its intact part, has a preview of that or none, and no job fails', async () => {
    const bytes = makeNoisyFilm('whole.mkv', '-c:v', 'mpeg4', '-q:v', '2', '-g', '10');
    const file = await films.upload(bytes.subarray(0, Math.floor(bytes.length * 0.6)), 'cut.mkv');
    expect(file.thumbnail).not.toBeNull();
    expect(file.preview_percent).toBeNull();
    expect(await films.waitingJobs('make-preview')).toEqual([]);
  });
});
