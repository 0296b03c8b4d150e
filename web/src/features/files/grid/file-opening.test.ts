import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { expect, test } from 'vitest';
import { PICTURE } from '../../../testing/projects.ts';
import { downloadUrl, isShown, splitName } from './file-opening.ts';

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
  ['image', true],
  ['video', true],
  ['audio', true],
  ['pdf', true],
  ['archive', true],
  ['other', false],
] as const)('the viewer shows a file of kind %s or names it: %s', (kind, isContentShown) => {
  expect(isShown(fileOf({ kind, ...(kind === 'other' && { picture: null }) }))).toBe(isContentShown);
});

test('a picture of which nothing is drawn is shown once there is one of it', () => {
  const tiff = fileOf({ kind: 'image', is_image: false, picture: null });
  expect(isShown(tiff)).toBe(false);
  expect(isShown({ ...tiff, picture: '/api/files/1/thumbnail/?size=whole&t=5' })).toBe(true);
});

test('an office document is shown by its words, unless its pages are being made', () => {
  const file_type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const letter = fileOf({ kind: 'other', name: 'letter.docx', file_type, picture: null });
  expect(isShown(letter)).toBe(true);
  expect(isShown({ ...letter, preview_percent: 0 })).toBe(false);
  expect(isShown({ ...letter, size: 30_000_000 })).toBe(false);
});

test('a document of another program is shown once there is a picture of it', () => {
  const layout = fileOf({ kind: 'other', name: 'layout.indd', picture: null });
  expect(isShown(layout)).toBe(false);
  expect(isShown({ ...layout, picture: '/api/files/1/thumbnail/?size=large&t=5' })).toBe(true);
});

test('downloads ask for the attachment', () => {
  expect(downloadUrl(fileOf({}))).toBe('/api/files/1/content/?download=1');
});

test.each([
  ['poster.final.png', ['poster.final', '.png']],
  ['README', ['README', '']],
  ['.gitignore', ['.gitignore', '']],
  ['a.very-long-ending', ['a.very-long-ending', '']],
])('%s is cut before its extension', (name, parts) => {
  expect(splitName(name)).toEqual(parts);
});
