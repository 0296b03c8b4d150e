import { expect, test } from 'vitest';
import { fileKindOf } from './file-kind.ts';

test.each([
  ['image/png', 'a.png', 'image'],
  ['image/svg+xml', 'a.svg', 'image'],
  ['video/mp4', 'a.mp4', 'video'],
  ['audio/mpeg', 'a.mp3', 'audio'],
  ['application/mxf', 'a.mxf', 'video'],
  ['application/pdf', 'a.ai', 'pdf'],
  ['font/woff2', 'a.woff2', 'font'],
  ['text/plain', 'README', 'text'],
  ['text/plain', 'page.html', 'text'],
  ['application/json', 'a.json', 'text'],
  ['application/octet-stream', 'Notlar.TXT', 'text'],
  ['application/octet-stream', 'data.bin', 'other'],
  ['application/octet-stream', 'txt', 'other'],
  ['application/zip', 'a.txt', 'other'],
  ['application/zip', 'sources.ZIP', 'archive'],
  ['application/x-tar', 'sources.tar', 'archive'],
  ['application/x-7z-compressed', 'sources.7z', 'archive'],
  ['application/x-rar-compressed', 'sources', 'archive'],
  ['application/gzip', 'sources.tar.gz', 'archive'],
  ['application/gzip', 'sources.TGZ', 'archive'],
  ['application/gzip', 'table.csv.gz', 'other'],
  ['application/zip', 'offer.docx', 'other'],
  ['constructor', 'constructor', 'other'],
  ['application/octet-stream', `${'.txt'.repeat(16_000)}x`, 'other'],
])('a file of type %s with the name %s is of kind %s', (mediaType, name, kind) => {
  expect(fileKindOf(mediaType, name)).toBe(kind);
});
