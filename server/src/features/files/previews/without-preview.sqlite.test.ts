import { describe, expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { sampleFile } from '../../../../../test-kit/sample-files/sample-file.ts';
import { FFMPEGS, makeNoisyFilm, useFfmpeg } from '@vitrin/engine/testing/pictures/ffmpegs.ts';
import { useVersionForFilms } from '../../../testing/thumbnails/films.ts';

describe.each(FFMPEGS)('by the %s FFmpeg', (ffmpeg) => {
  useFfmpeg(ffmpeg);
  const films = useVersionForFilms();

  async function expectNoPreview(file: ProjectFile): Promise<void> {
    expect([file.preview, file.preview_percent]).toEqual([null, null]);
    expect((await films.get(`/api/files/${file.id}/preview/`)).statusCode).toBe(404);
  }

  test.each([
    [
      'plain.mp4',
      1,
      () => makeNoisyFilm('plain.mp4', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '250'),
    ],
    ['film-vp9.webm', 4, () => sampleFile('film-vp9.webm')],
  ] as const)('%s shows a frame and has no preview', async (name, seconds, bytes) => {
    const file = await films.upload(bytes(), name);
    await films.expectFrameAndLength(file, seconds);
    await expectNoPreview(file);
  });

  test.each(['silence.mp3', 'jingle.wav'] as const)('%s plays as it is and has no preview', async (name) => {
    await expectNoPreview(await films.upload(sampleFile(name), name));
  });
});
