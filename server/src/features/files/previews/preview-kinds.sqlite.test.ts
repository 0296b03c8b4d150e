import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { makeFilm, probeFilm } from '../../../../../test-kit/make-film.ts';
import { createFreelancer, createProject, createVersion, type Person } from '../../../testing/factories.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { TOOL_ENVIRONMENT } from '../thumbnails/system-tools.ts';

/** Every machine has the packaged FFmpeg, some have the system's too. */
const TOOLS = ['packaged', ...(spawnSync('ffmpeg', ['-version']).error ? [] : ['system'])];

const folder = mkdtempSync(join(tmpdir(), 'vitrin-previews-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Noise in picture and sound, so that no codec makes nothing of it. */
function film(name: string, ...output: string[]): Buffer {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:d=2:r=25,noise=alls=40:allf=t'];
  return makeFilm(name, [...picture, '-f', 'lavfi', '-i', 'anoisesrc=d=2', ...output]);
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
    // Previews of one freelancer come one after the other.
    setup.advance(60);
    await setup.runJobs();
    const { results } = (await owner.browser.get(`/api/files/?version=${versionId}`)).json<{
      results: ProjectFile[];
    }>();
    const file = results.find((one) => one.id === id);
    if (!file) throw new Error('The file is not listed');
    return file;
  }

  test.each([
    ['prores.mov', '-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le'],
    ['ten-bits.mp4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p10le'],
    ['old.avi', '-c:v', 'mpeg4', '-q:v', '2'],
    ['old.wmv', '-c:v', 'wmv2', '-q:v', '2'],
    ['old.mpg', '-c:v', 'mpeg2video', '-q:v', '2'],
    ['old.flv', '-c:v', 'flv', '-q:v', '2'],
  ])('%s plays everywhere by its preview, and comes down as it is', async (name, ...output) => {
    const bytes = film(name, ...output);
    const file = await upload(bytes, name);
    expect([file.preview, file.preview_percent]).toEqual([`/api/files/${file.id}/preview/`, null]);
    const preview = await owner.browser.get(file.preview ?? '');
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'video/mp4']);
    expect(preview.headers['content-security-policy']).toContain('sandbox');
    expect(preview.headers['x-content-type-options']).toBe('nosniff');
    const { streams, format } = factsOf(preview.rawPayload);
    expect(streams).toMatchObject([
      { codec_name: 'h264', pix_fmt: 'yuv420p', width: 320, height: 180 },
      { codec_name: 'aac' },
    ]);
    expect(Math.abs(Number(format.duration) - 2)).toBeLessThan(0.3);
    // The index stands in front of the pictures.
    expect(preview.rawPayload.indexOf('moov')).toBeLessThan(preview.rawPayload.indexOf('mdat'));
    expect(preview.rawPayload.length).toBeLessThan(bytes.length);
    const part = await owner.browser.get(file.preview ?? '', { range: 'bytes=4-7' });
    expect([part.statusCode, part.body]).toEqual([206, 'ftyp']);
    expect((await owner.browser.get(`${file.file}?download=1`)).rawPayload.equals(bytes)).toBe(true);
  });

  test.each([
    ['sound.aiff', 'pcm_s16be'],
    ['sound.flac', 'flac'],
    ['sound.wma', 'wmav2'],
    ['alac.m4a', 'alac'],
    ['sound.ac3', 'ac3'],
  ])('%s sounds everywhere by its preview', async (name, codec) => {
    const bytes = film(name, '-map', '1:a', '-c:a', codec);
    const file = await upload(bytes, name);
    const preview = await owner.browser.get(file.preview ?? '');
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'audio/mp4']);
    expect(factsOf(preview.rawPayload).streams).toMatchObject([{ codec_name: 'aac' }]);
  });

  test.each([
    ['plain.mp4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
    ['plain.mp3', '-map', '1:a'],
    ['plain.wav', '-map', '1:a'],
  ])('%s plays as it is and has no preview', async (name, ...output) => {
    const file = await upload(film(name, ...output), name);
    expect([file.preview, file.preview_percent]).toEqual([null, null]);
    expect((await owner.browser.get(`/api/files/${file.id}/preview/`)).statusCode).toBe(404);
  });

  test('a large film is shown in 1080 lines, upright where it is filmed so', async () => {
    const size = 'scale=1200:2200,setsar=1,noise=alls=60:allf=t';
    const bytes = film('tall.mkv', '-vf', size, '-t', '0.4', '-c:v', 'mpeg4', '-q:v', '2');
    const file = await upload(bytes, 'tall.mkv');
    const { streams } = factsOf((await owner.browser.get(file.preview ?? '')).rawPayload);
    expect(streams[0]).toMatchObject({ width: 1046, height: 1920 });
  });

  test('a film that ends in the middle has a preview of what there is, or none, and no job fails', async () => {
    const bytes = film('whole.mkv', '-c:v', 'mpeg4', '-q:v', '2');
    const file = await upload(bytes.subarray(0, bytes.length >> 1), 'cut.mkv');
    expect(file.preview_percent).toBeNull();
    expect(
      await setup.db.selectFrom('jobs').selectAll().where('kind', '=', 'make-preview').execute(),
    ).toEqual([]);
  });
});
