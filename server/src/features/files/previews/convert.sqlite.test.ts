import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFilm } from '../../../../../test-kit/make-film.ts';
import { sampleFile } from '../../../../../test-kit/sample-files/sample-file.ts';
import { convert } from './convert.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrin-convert-'));
  writeFileSync(join(folder, 'film.mkv'), sampleFile('film-hevc.mkv'));
  const second = makeFilm('second.ts', ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:d=1', '-c:v', 'mpeg2video']);
  writeFileSync(join(folder, 'long.ts'), Buffer.concat(Array.from({ length: 300 }, () => second)));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Given = Partial<Parameters<typeof convert>[0]>;

/** Four seconds of film. */
function convertFilm(given: Given): Promise<string> {
  return convert({
    path: join(folder, 'film.mkv'),
    mediaType: 'video/x-matroska',
    folder: mkdtempSync(join(folder, 'preview-')),
    milliseconds: 4000,
    maxBytes: 1_000_000,
    signal: new AbortController().signal,
    onPercent: async () => {},
    ...given,
  });
}

test('a conversion says how far it is, and never that all is there', async () => {
  const percents: number[] = [];
  await convertFilm({ onPercent: async (percent) => void percents.push(percent) });
  expect(percents.at(-1)).toBeGreaterThan(50);
  expect(percents).toEqual(percents.toSorted((one, other) => one - other));
  expect(Math.max(...percents)).toBeLessThan(100);
});

/** What no machine has converted before its first moments are over. */
const long = () => ({ path: join(folder, 'long.ts'), mediaType: 'video/mp2t' });

test('it is ended when it does not move on', async () => {
  await expect(convertFilm({ ...long(), silentMilliseconds: 0 })).rejects.toThrow('does not move on');
});

test('it is ended when it takes too long', async () => {
  await expect(convertFilm({ ...long(), longestMilliseconds: 100 })).rejects.toThrow('ended with SIGKILL');
});

test('it is ended when nobody wants it any more', async () => {
  const onPercent = () => Promise.reject(new Error('The file was deleted'));
  await expect(convertFilm({ onPercent })).rejects.toThrow('The file was deleted');
});

test('it is given up when it becomes as large as the original', async () => {
  await expect(convertFilm({ maxBytes: 100 })).rejects.toThrow('became too large');
});
