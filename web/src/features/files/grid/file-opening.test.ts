import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { expect, test } from 'vitest';
import { PICTURE } from '../../../testing/projects.ts';
import { downloadUrl, isShown, openingOf, splitName } from './file-opening.ts';

const created_at = '2026-11-20T10:00:00.000Z';

const fileOf = (changes: Partial<ProjectFile>): ProjectFile => ({
  ...PICTURE,
  id: 1,
  name: 'a',
  file: '/api/files/1/content/',
  size: 1,
  created_at,
  ...changes,
});

test.each([
  ['image', 'viewer'],
  ['video', 'viewer'],
  ['audio', 'viewer'],
  ['pdf', 'viewer'],
  ['archive', 'viewer'],
  ['other', 'download'],
] as const)('a click on a file of kind %s means %s', (kind, opening) => {
  expect(openingOf(fileOf({ kind, ...(kind === 'other' && { picture: null }) }))).toBe(opening);
});

test('a picture without a finished preview opens too, and is shown once there is one', () => {
  const tiff = fileOf({ kind: 'image', is_image: false, picture: null });
  expect([openingOf(tiff), isShown(tiff)]).toEqual(['viewer', false]);
  expect(isShown({ ...tiff, picture: '/api/files/1/thumbnail/?size=whole&t=5' })).toBe(true);
});

test('an office document opens for its text, unless its pages are being made', () => {
  const file_type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const letter = fileOf({ kind: 'other', name: 'letter.docx', file_type, picture: null });
  expect(openingOf(letter)).toBe('viewer');
  expect(openingOf({ ...letter, preview_percent: 0 })).toBe('download');
  expect(openingOf({ ...letter, size: 30_000_000 })).toBe('download');
});

test.each([
  ['application/x-cfb', 'Teklif.DOC'],
  ['application/rtf', 'offer.rtf'],
  ['application/octet-stream', 'data.bin'],
])('a click on a document of %s called %s downloads it', (file_type, name) => {
  const old = fileOf({ kind: 'other', name, file_type, picture: null });
  expect([openingOf(old), isShown(old)]).toEqual(['download', false]);
});

test('a document of another program opens once there is a picture of it', () => {
  const layout = fileOf({ kind: 'other', name: 'layout.indd', picture: null });
  expect(openingOf(layout)).toBe('download');
  expect(openingOf({ ...layout, picture: '/api/files/1/thumbnail/?size=large&t=5' })).toBe('viewer');
});

test('downloads request an attachment', () => {
  expect(downloadUrl(fileOf({}))).toBe('/api/files/1/content/?download=1');
});

test.each([
  ['poster.final.png', ['poster.final', '.png']],
  ['README', ['README', '']],
  ['.gitignore', ['.gitignore', '']],
  ['a.very-long-ending', ['a.very-long-ending', '']],
])('%s is shortened before its extension', (name, parts) => {
  expect(splitName(name)).toEqual(parts);
});
