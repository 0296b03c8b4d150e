import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { makeFilm } from '../../../../../test-kit/make-film.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { listedFile, uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { FFMPEGS, useFfmpeg } from '@vitrin/engine/testing/pictures/ffmpegs.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const setup = await sharedTestApp();
const owner = await setup.createFreelancer();
const { id: versionId } = await setup.createVersion({ project: await setup.createProject({ owner }) });
const folder = temporaryFolder();

const listed = (id: number) => listedFile(owner.browser, versionId, id);

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

async function brightnessOf(address: string | null): Promise<number> {
  const { rawPayload } = await owner.browser.get(address ?? '');
  const { channels } = await sharp(rawPayload).removeAlpha().stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
}

test('a sound reports its length, even later, and shows a waveform instead of a thumbnail', async () => {
  const half = ['-f', 'lavfi', '-i', 'sine=d=2', '-af', "volume=0:enable='gt(t,1)'"];
  const file = await uploadAndMeasure(makeFilm('half.mp3', half), 'half.mp3');
  expect([file.kind, file.thumbnail, file.thumbnail_large]).toEqual(['audio', null, null]);
  expect(file.duration).toBeCloseTo(2, 0);
  const { rawPayload, headers } = await owner.browser.get(file.picture ?? '');
  expect(headers['content-type']).toBe('image/webp');
  const covered = async (left: number) => {
    const part = await sharp(rawPayload).extract({ left, top: 0, width: 600, height: 240 }).toBuffer();
    return (await sharp(part).stats()).channels[3]?.mean ?? 0;
  };
  expect(await covered(50)).toBeGreaterThan(100);
  expect(await covered(850)).toBeLessThan(10);

  // The state of a sound stored before sounds were measured.
  await setup.db.updateTable('files').set({ duration_ms: null }).where('id', '=', file.id).execute();
  await enqueue(setup.context, 'redraw-thumbnails', { after: file.id - 1 });
  await setup.runJobs();
  expect((await listed(file.id)).duration).toBeCloseTo(2, 0);
});

test('a picture has no length', async () => {
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect((await uploadAndMeasure(bytes, 'picture.png')).duration).toBeNull();
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

describe.each(FFMPEGS)('by the %s FFmpeg', (ffmpeg) => {
  useFfmpeg(ffmpeg);

  test('a film that is rotated, has no square pixels and is black throughout is shown as it is played', async () => {
    const wide = join(folder, 'wide.mp4');
    const black = ['-f', 'lavfi', '-i', 'color=c=black:s=160x90:d=1', '-aspect', '32:9'];
    writeFileSync(wide, makeFilm('wide.mp4', black));
    const turn = ['-i', 'file:/dev/fd/0', '-c', 'copy', '-metadata:s:v', 'rotate=90'];
    const file = await uploadAndMeasure(makeFilm('turned.mp4', turn, wide), 'turned.mp4');
    // Pixels that were twice as wide as high are half as wide as high, and made narrower.
    expect([file.width, file.height]).toEqual([45, 160]);
    expect(await brightnessOf(file.thumbnail)).toBeLessThan(10);
    expect(file.duration).toBe(1);
  });
});
