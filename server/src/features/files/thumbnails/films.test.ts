import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { createFreelancer, createProject, createVersion, type Person } from '../../../testing/factories.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined;
/** Films are made by ffmpeg; tests that need it are there where it is. */
const WITH_FFMPEG = hasFfmpeg ? [{}] : [];

let setup: TestApp;
let owner: Person;
let versionId: number;
let folder: string;
beforeAll(async () => {
  setup = await createTestApp();
  owner = await createFreelancer(setup);
  versionId = (await createVersion(setup, { project: await createProject(setup, { owner }) })).id;
  folder = mkdtempSync(join(tmpdir(), 'vitrin-films-'));
});
afterAll(async () => {
  await setup.close();
  rmSync(folder, { recursive: true });
});

async function listed(id: number): Promise<ProjectFile> {
  const address = `/api/files/?version=${versionId}`;
  const { results } = (await owner.browser.get(address)).json<{ results: ProjectFile[] }>();
  const file = results.find((one) => one.id === id);
  if (!file) throw new Error('The file is not listed');
  return file;
}

async function uploadAndMeasure(bytes: Buffer, name: string): Promise<ProjectFile> {
  const { id, duration } = await uploadTo(owner.browser, versionId, bytes, name);
  expect(duration).toBeNull();
  await setup.runJobs();
  return listed(id);
}

/** One second of silence for each 16,000 bytes. */
function sound(seconds: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + seconds * 16_000, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(seconds * 16_000, 40);
  return Buffer.concat([header, Buffer.alloc(seconds * 16_000)]);
}

/** A film that is black for its first second and shows a test picture for three more. */
function film(name: string, ...output: string[]): Buffer {
  const path = join(folder, name);
  const inputs = ['color=c=black:s=160x90:d=1:r=25', 'testsrc=s=160x90:d=3:r=25'];
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]),
    '-filter_complex',
    '[0][1]concat=n=2',
    '-pix_fmt',
    'yuv420p',
    ...output,
    path,
  ]);
  return readFileSync(path);
}

async function brightnessOf(address: string | null): Promise<number> {
  const { rawPayload } = await owner.browser.get(address ?? '');
  const { channels } = await sharp(rawPayload).removeAlpha().stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
}

test('a sound says how long it lasts', async () => {
  const file = await uploadAndMeasure(sound(65), 'sound.wav');
  expect([file.kind, file.duration, file.thumbnail]).toEqual(['audio', 65, null]);
});

test('a picture lasts for no time', async () => {
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect((await uploadAndMeasure(bytes, 'picture.png')).duration).toBeNull();
});

test('sounds that were stored before they were measured are measured by the job', async () => {
  const { id } = await uploadAndMeasure(sound(3), 'old.wav');
  await setup.db.updateTable('files').set({ duration_ms: null }).where('id', '=', id).execute();
  await enqueue(setup.context, 'redraw-thumbnails', { after: 0 });
  await setup.runJobs();
  expect((await listed(id)).duration).toBe(3);
});

test.each([
  ['a sound that is cut off in its header', sound(2).subarray(0, 40)],
  ['a film of nothing', Buffer.from('0000001c667479706d703432000000006d70343269736f6d', 'hex')],
  [
    'a playlist that begins as a film',
    Buffer.concat([
      Buffer.from('0000001c667479706d703432000000006d70343269736f6d', 'hex'),
      Buffer.from('\n#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n'),
    ]),
  ],
])('%s has neither length nor picture, and no job fails', async (_, bytes) => {
  const file = await uploadAndMeasure(bytes, 'broken.mp4');
  expect([file.duration, file.thumbnail]).toEqual([null, null]);
  expect(
    await setup.db.selectFrom('jobs').select('id').where('kind', '=', 'make-thumbnail').execute(),
  ).toEqual([]);
});

/** What a bare machine measures too. */
const MEASURED_ANYWHERE: [string, ...string[]][] = [
  ['film.mp4', '-c:v', 'libx264', '-g', '250'],
  ['film.mov', '-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le'],
  ['film.mkv', '-c:v', 'libx265', '-x265-params', 'log-level=none'],
  ['film.webm', '-c:v', 'libvpx'],
  ['film.ts', '-c:v', 'mpeg2video', '-f', 'mpegts'],
  ['film.3gp', '-c:v', 'mpeg4'],
];
const MEASURED_BY_TOOLS: [string, ...string[]][] = [
  ['film.avi', '-c:v', 'mpeg4'],
  ['film.wmv', '-c:v', 'wmv2'],
  ['film.mpg', '-c:v', 'mpeg2video'],
  ['film.flv', '-c:v', 'flv'],
  ['film.ogv', '-c:v', 'libtheora'],
  ['film.mxf', '-c:v', 'mpeg2video', '-f', 'mxf'],
];

test.each(hasFfmpeg ? [...MEASURED_ANYWHERE, ...MEASURED_BY_TOOLS] : [])(
  '%s shows a frame that is not its black first one, and its length',
  async (name, ...output) => {
    const file = await uploadAndMeasure(film(name, ...output), name);
    expect(file.duration).toBeGreaterThan(3.8);
    expect(file.duration).toBeLessThan(4.6);
    expect(await brightnessOf(file.thumbnail)).toBeGreaterThan(60);
  },
);

test.each(WITH_FFMPEG)(
  'a film that is turned, or has no square pixels, is shown as it is played',
  async () => {
    const upright = film('plain.mp4', '-c:v', 'libx264');
    expect(upright.length).toBeGreaterThan(0);
    const turned = join(folder, 'turned.mp4');
    const source = join(folder, 'plain.mp4');
    const turn = ['-c', 'copy', '-metadata:s:v', 'rotate=90'];
    execFileSync('ffmpeg', ['-v', 'error', '-i', source, ...turn, turned]);
    const turnedFile = await uploadAndMeasure(readFileSync(turned), 'turned.mp4');
    expect([turnedFile.width, turnedFile.height]).toEqual([90, 160]);
    const wide = film('wide.mp4', '-c:v', 'libx264', '-aspect', '32:9');
    const wideFile = await uploadAndMeasure(wide, 'wide.mp4');
    expect([wideFile.width, wideFile.height]).toEqual([320, 90]);
  },
);

test.each(WITH_FFMPEG)('a film that is black throughout shows it', async () => {
  const path = join(folder, 'black.mp4');
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=c=black:s=160x90:d=2', path]);
  const file = await uploadAndMeasure(readFileSync(path), 'black.mp4');
  expect(await brightnessOf(file.thumbnail)).toBeLessThan(10);
  expect(file.duration).toBe(2);
});

test.each(WITH_FFMPEG)('a film that ends in the middle shows what there is of it', async () => {
  const whole = film('whole.mkv', '-c:v', 'libx264', '-g', '10');
  const file = await uploadAndMeasure(whole.subarray(0, Math.floor(whole.length * 0.6)), 'cut.mkv');
  expect(file.thumbnail).not.toBeNull();
});
