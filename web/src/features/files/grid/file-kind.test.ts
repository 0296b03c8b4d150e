import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { PICTURE } from '../../../testing/projects.ts';
import { downloadUrl, fileKind, imageSource, openingOf, splitName } from './file-kind.ts';

const created_at = '2026-11-20T10:00:00.000Z';

const fileOf = (changes: Partial<ProjectFile>): ProjectFile => ({
  ...PICTURE,
  id: 1,
  name: 'a',
  file: '/api/files/1/content/',
  is_image: changes.file_type?.startsWith('image/') ?? false,
  is_video: changes.file_type?.startsWith('video/') ?? false,
  file_type: 'application/zip',
  size: 1,
  created_at,
  ...changes,
});

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['image/png', 'image', 'viewer'],
  ['video/mp4', 'video', 'viewer'],
  ['audio/mpeg', 'audio', 'viewer'],
  ['application/pdf', 'pdf', 'viewer'],
  ['application/zip', 'generic', 'download'],
  ['text/html', 'generic', 'download'],
])('a file of type %s has the icon %s, and a click means %s', (file_type, kind, opening) => {
  vi.stubGlobal('navigator', { pdfViewerEnabled: true });
  const file = fileOf({ file_type });
  expect(fileKind(file)).toBe(kind);
  expect(openingOf(file)).toBe(opening);
});

test('an svg is no image: it downloads', () => {
  expect(openingOf(fileOf({ file_type: 'image/svg+xml', is_image: false }))).toBe('download');
});

test('a pdf opens in a tab of its own where the browser shows none in a page', () => {
  vi.stubGlobal('navigator', { pdfViewerEnabled: false });
  expect(openingOf(fileOf({ file_type: 'application/pdf' }))).toBe('tab');
});

test('a picture that browsers cannot draw is shown by its large thumbnail', () => {
  const tiff = fileOf({ file_type: 'image/tiff' });
  expect(openingOf(tiff)).toBe('download');
  expect(imageSource({ ...tiff, thumbnail_large: '/api/files/1/thumbnail/?size=large&t=5' })).toBe(
    '/api/files/1/thumbnail/?size=large&t=5',
  );
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
