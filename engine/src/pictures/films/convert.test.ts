import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFilm, probeFilm } from '../../../../test-kit/make-film.ts';
import { sampleFile } from '../../../../test-kit/sample-files/sample-file.ts';
import { FFMPEGS, useFfmpeg } from '../../testing/pictures/ffmpegs.ts';
import { temporaryFolder } from '../../testing/temporary.ts';
import { convert } from './convert.ts';

const folder = temporaryFolder();
writeFileSync(join(folder, 'film.mkv'), sampleFile('film-hevc.mkv'));
const second = makeFilm('second.ts', ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:d=1', '-c:v', 'mpeg2video']);
writeFileSync(join(folder, 'long.ts'), Buffer.concat(Array.from({ length: 300 }, () => second)));

/** A picture in the light of screens. */
const SDR = { picture: { codec_type: 'video' }, sounds: [] };

type Given = Partial<Parameters<typeof convert>[0]>;

/** Four seconds of film. */
function convertFilm(given: Given): Promise<string> {
  return convert({
    path: join(folder, 'film.mkv'),
    mediaType: 'video/x-matroska',
    streams: SDR,
    folder: mkdtempSync(join(folder, 'preview-')),
    milliseconds: 4000,
    maxBytes: 1_000_000,
    signal: new AbortController().signal,
    onPercent: async () => {},
    ...given,
  });
}

test('a conversion reports its progress, and never reports 100 percent', async () => {
  const percents: number[] = [];
  await convertFilm({ onPercent: async (percent) => void percents.push(percent) });
  expect(percents.at(-1)).toBeGreaterThan(50);
  expect(percents).toEqual(percents.toSorted((one, other) => one - other));
  expect(Math.max(...percents)).toBeLessThan(100);
});

/** File too long for any machine to convert within the first moments. */
const long = () => ({ path: join(folder, 'long.ts'), mediaType: 'video/mp2t' });

test('it is ended when it makes no progress', async () => {
  await expect(convertFilm({ ...long(), silentSeconds: 0 })).rejects.toThrow('does not move on');
});

test('it is ended when it takes too long', async () => {
  await expect(convertFilm({ ...long(), longestMilliseconds: 100 })).rejects.toThrow('ended with SIGKILL');
});

test('it is ended when its result is no longer wanted', async () => {
  const onPercent = () => Promise.reject(new Error('The file was deleted'));
  await expect(convertFilm({ onPercent })).rejects.toThrow('The file was deleted');
});

test('it is given up when it reaches its largest size', async () => {
  await expect(convertFilm({ maxBytes: 100 })).rejects.toThrow('became too large');
});

describe.each(FFMPEGS)('by the %s FFmpeg', (ffmpeg) => {
  useFfmpeg(ffmpeg);

  test.each([
    ['upright, in 1920 lines of 1080 pixels at most', '240x2200', { width: 208, height: 1920 }],
    ['lying, in 1080 lines of 1920 pixels at most', '2200x240', { width: 1920, height: 208 }],
    ['upright, no wider than 1080 pixels', '1100x1200', { width: 1080, height: 1178 }],
  ])('a large film is shown %s', async (_, size, shown) => {
    const frame = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25`, '-frames:v', '1'];
    const path = join(folder, `${size}.mkv`);
    writeFileSync(path, makeFilm(`${size}.mkv`, [...frame, '-c:v', 'mpeg4', '-q:v', '2']));
    const preview = await convertFilm({ path, milliseconds: 40 });
    expect(probeFilm(preview)).toMatchObject({ streams: [shown] });
  });
});
