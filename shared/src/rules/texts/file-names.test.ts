import { expect, test } from 'vitest';
import { fileNameOf, fileNameWithin, numberedFileName, renamedFile } from './file-names.ts';

test.each([
  ['logo.png', 'logo.png'],
  ['Şirket günlüğü 🎬.mp4', 'Şirket günlüğü 🎬.mp4'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\fakepath\\teklif.pdf', 'teklif.pdf'],
  ['\\\\server\\share\\teklif.pdf', 'teklif.pdf'],
  ['AC\\DC.mp3', 'AC\\DC.mp3'],
  ['a/b\\c.txt', 'b\\c.txt'],
  ['folder/', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['..', 'file'],
  ['.env', '.env'],
  ['a\u0000b\r\nc\u007f.txt', 'abc.txt'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['a\u200b\u200e\u200f\u061cb\ufeff.txt', 'ab.txt'],
  ['.\u200b.', 'file'],
  ['\u3164\u2800', 'file'],
  ['👩\u200d👧.png', '👩\u200d👧.png'],
  ['broken \ud800.txt', 'broken \ufffd.txt'],
  ['e\u0301.txt', 'é.txt'],
])('%j is kept as %j', (given, kept) => {
  expect(fileNameOf(given)).toBe(kept);
});

test('a name that is too long keeps its extension and whole characters', () => {
  const name = fileNameOf(`${'🎬'.repeat(200)}.mp4`);
  expect(name.length).toBeLessThanOrEqual(255);
  expect(name).toMatch(/^(?:🎬)+\.mp4$/u);
});

test.each([
  ['ş'.repeat(10) + '.txt', 24, 'ş'.repeat(10) + '.txt'],
  ['ş'.repeat(11) + '.txt', 24, 'ş'.repeat(10) + '.txt'],
  ['🎬'.repeat(9), 11, '🎬🎬'],
])('the name %s within %i bytes', (name, bytes, kept) => {
  expect(fileNameWithin(name, bytes)).toBe(kept);
});

test.each([
  ['logo.png', 2, 'logo (2).png'],
  ['README', 3, 'README (3)'],
  ['.env', 2, '.env (2)'],
  ['archive.tar.gz', 2, 'archive.tar (2).gz'],
] as const)('the name %s a second time', (name, number, numbered) => {
  expect(numberedFileName(name, number)).toBe(numbered);
});

test('a numbered name stays within the limit', () => {
  expect(numberedFileName(`${'x'.repeat(251)}.png`, 12)).toBe(`${'x'.repeat(246)} (12).png`);
});

test.each([
  ['logo.png', 'mark', 'mark.png'],
  ['logo.png', 'mark.png', 'mark.png'],
  ['logo.png', 'mark.PNG', 'mark.png'],
  ['logo.png', 'mark.exe', 'mark.exe.png'],
  ['logo.png', 'version 2.0', 'version 2.0.png'],
  ['README', 'Read me.txt', 'Read me.txt'],
  ['.env', 'settings', 'settings'],
  ['logo.png', 'Poster 3/4', 'Poster 3-4.png'],
  ['logo.png', '../../etc/passwd', '..-..-etc-passwd.png'],
  ['AC\\DC.mp3', 'AC\\DC live', 'AC\\DC live.mp3'],
  ['logo.png', 'a\u202eb\u0000c', 'abc.png'],
  ['logo.png', ' e\u0301 ', 'é.png'],
  ['logo.png', '👩\u200d👧', '👩\u200d👧.png'],
  ['logo.png', '.png', undefined],
  ['logo.png', '..', undefined],
  ['logo.png', ' \u200b', undefined],
  ['logo.png', '', undefined],
] as const)('%j called %j is %j', (name, given, renamed) => {
  expect(renamedFile(name, given)).toBe(renamed);
});

test('a new name that is too long keeps the extension and whole characters', () => {
  const name = renamedFile('film.mp4', '🎬'.repeat(127)) ?? '';
  expect(name.length).toBeLessThanOrEqual(255);
  expect(name).toMatch(/^(?:🎬)+\.mp4$/u);
});
