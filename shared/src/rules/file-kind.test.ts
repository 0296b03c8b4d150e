import { expect, test } from 'vitest';
import { fileKindOf } from './file-kind.ts';

test.each([
  ['image/png', 'image'],
  ['image/svg+xml', 'image'],
  ['video/mp4', 'video'],
  ['audio/mpeg', 'audio'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'other'],
  ['text/html', 'other'],
  ['constructor', 'other'],
])('a file of type %s is of kind %s', (mediaType, kind) => {
  expect(fileKindOf(mediaType)).toBe(kind);
});
