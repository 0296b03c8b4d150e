import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { casesOf } from '../../../../../test-kit/large/extent.ts';
import { makeFilm, probeFilm } from '../../../../../test-kit/make-film.ts';
import { sampleFile } from '../../../../../test-kit/sample-files/sample-file.ts';
import { createFreelancer, createProject, createVersion, type Person } from '../../../testing/factories.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { TOOL_ENVIRONMENT } from '../thumbnails/system-tools.ts';

/** Every machine has the packaged FFmpeg, some have the system's too. */
const TOOLS = ['packaged', ...(spawnSync('ffmpeg', ['-version']).error ? [] : ['system'])];

const folder = mkdtempSync(join(tmpdir(), 'vitrin-previews-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Noise in picture and sound, so that no codec makes nothing of it. */
const PICTURE = 'testsrc2=s=160x90:d=0.8:r=25,noise=alls=40:allf=t';
const SOUND = ['-f', 'lavfi', '-i', 'anoisesrc=d=1'];

/** A film of a second that is black for the first fifth of it, with sound. */
function film(name: string, ...output: string[]): Buffer {
  const begin = 'color=c=black:s=160x90:d=0.2:r=25,format=yuv420p,setsar=1[black]';
  const graph = `${begin};${PICTURE},format=yuv420p,setsar=1[shown];[black][shown]concat=n=2[film]`;
  return makeFilm(name, [...SOUND, '-filter_complex', graph, '-map', '[film]', '-map', '0:a', ...output]);
}

type Facts = { streams: Record<string, unknown>[]; format: { duration: string } };

function factsOf(bytes: Buffer): Facts {
  const path = join(folder, 'answer');
  writeFileSync(path, bytes);
  return probeFilm(path) as Facts;
}

describe.each(TOOLS)('by the %s FFmpeg', (tools) => {
  const path = TOOL_ENVIRONMENT.PATH;
  let setup: TestApp;
  let owner: Person;
  let versionId: number;
  beforeAll(async () => {
    if (tools === 'packaged') TOOL_ENVIRONMENT.PATH = folder;
    setup = await createTestApp();
    owner = await createFreelancer(setup);
    versionId = (await createVersion(setup, { project: await createProject(setup, { owner }) })).id;
  });
  afterAll(async () => {
    TOOL_ENVIRONMENT.PATH = path;
    await setup.close();
  });

  async function upload(bytes: Buffer, name: string): Promise<ProjectFile> {
    const { id } = await uploadTo(owner.browser, versionId, bytes, name);
    await setup.runJobs();
    const { results } = (await owner.browser.get(`/api/files/?version=${versionId}`)).json<{
      results: ProjectFile[];
    }>();
    const file = results.find((one) => one.id === id);
    if (!file) throw new Error('The file is not listed');
    return file;
  }

  async function expectFrameAndLength(file: ProjectFile, seconds: number): Promise<void> {
    expect(Math.abs((file.duration ?? 0) - seconds)).toBeLessThan(0.3);
    const { rawPayload } = await owner.browser.get(file.thumbnail ?? '');
    const { channels } = await sharp(rawPayload).removeAlpha().stats();
    // The first frame is black.
    expect(channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length).toBeGreaterThan(60);
  }

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
      const bytes = film(name, ...output);
      const file = await upload(bytes, name);
      await expectFrameAndLength(file, 1);
      expect([file.preview, file.preview_percent]).toEqual([`/api/files/${file.id}/preview/`, null]);
      const preview = await owner.browser.get(file.preview ?? '');
      expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'video/mp4']);
      expect(preview.headers['content-security-policy']).toContain('sandbox');
      expect(preview.headers['x-content-type-options']).toBe('nosniff');
      const { streams, format } = factsOf(preview.rawPayload);
      expect(streams).toMatchObject([
        { codec_name: 'h264', pix_fmt: 'yuv420p', width: 160, height: 90 },
        { codec_name: 'aac' },
      ]);
      expect(Math.abs(Number(format.duration) - 1)).toBeLessThan(0.3);
      // The index stands in front of the pictures.
      expect(preview.rawPayload.indexOf('moov')).toBeLessThan(preview.rawPayload.indexOf('mdat'));
      expect(preview.rawPayload.length).toBeLessThan(bytes.length);
      const part = await owner.browser.get(file.preview ?? '', { range: 'bytes=4-7' });
      expect([part.statusCode, part.body]).toEqual([206, 'ftyp']);
      expect((await owner.browser.get(`${file.file}?download=1`)).rawPayload.equals(bytes)).toBe(true);
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

  test.each(SOUNDS)('%s sounds everywhere by its preview', async (name, codec) => {
    const file = await upload(makeFilm(name, [...SOUND, '-c:a', codec]), name);
    const preview = await owner.browser.get(file.preview ?? '');
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'audio/mp4']);
    expect(factsOf(preview.rawPayload).streams).toMatchObject([{ codec_name: 'aac' }]);
  });

  test.each([
    ['plain.mp4', 1, () => film('plain.mp4', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '250')],
    ['film-vp9.webm', 4, () => sampleFile('film-vp9.webm')],
    // Its preview would be larger.
    ['film-hevc.mkv', 4, () => sampleFile('film-hevc.mkv')],
  ] as const)('%s shows a frame and has no preview', async (name, seconds, bytes) => {
    const file = await upload(bytes(), name);
    await expectFrameAndLength(file, seconds);
    await expectNoPreview(file);
  });

  test.each(['silence.mp3', 'jingle.wav'] as const)('%s plays as it is and has no preview', async (name) => {
    await expectNoPreview(await upload(sampleFile(name), name));
  });

  async function expectNoPreview(file: ProjectFile): Promise<void> {
    expect([file.preview, file.preview_percent]).toEqual([null, null]);
    expect((await owner.browser.get(`/api/files/${file.id}/preview/`)).statusCode).toBe(404);
  }

  test('a large film is shown in 1080 lines, upright where it is filmed so', async () => {
    const size = ['-f', 'lavfi', '-i', 'testsrc2=s=1200x2200:r=25,noise=alls=60:allf=t', '-frames:v', '1'];
    const bytes = makeFilm('tall.mkv', [...size, '-c:v', 'mpeg4', '-q:v', '2']);
    const file = await upload(bytes, 'tall.mkv');
    const { streams } = factsOf((await owner.browser.get(file.preview ?? '')).rawPayload);
    expect(streams[0]).toMatchObject({ width: 1046, height: 1920 });
  });

  test('a film that ends in the middle shows what there is of it, has a preview of that or none, and no job fails', async () => {
    const bytes = film('whole.mkv', '-c:v', 'mpeg4', '-q:v', '2', '-g', '10');
    const file = await upload(bytes.subarray(0, Math.floor(bytes.length * 0.6)), 'cut.mkv');
    expect(file.thumbnail).not.toBeNull();
    expect(file.preview_percent).toBeNull();
    expect(
      await setup.db.selectFrom('jobs').selectAll().where('kind', '=', 'make-preview').execute(),
    ).toEqual([]);
  });
});
