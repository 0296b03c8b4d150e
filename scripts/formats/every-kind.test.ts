import path from 'node:path';
import { supportedMimeTypes } from 'file-type';
import { expect, test } from 'vitest';
import { fileKindOf } from '@vitrin/shared/rules/file-kind.ts';
import en from '../../web/src/i18n/en/formats.json' with { type: 'json' };
import tr from '../../web/src/i18n/tr/formats.json' with { type: 'json' };
import { formatOf } from '../../web/src/features/files/viewer/formats/format-of.ts';

const KINDS = path.resolve('server/src/features/files/thumbnails/thumbnail-kinds.ts');
/** Imported by its path, because the decoders behind it have declarations of types for the server alone. */
const { drawnTypes } = (await import(KINDS)) as { drawnTypes: () => Record<string, readonly string[]> };

/** Every media type that the server may give a file: of its library, of its own, and of streams in containers. */
const SET_BY_SERVER = new Set([
  ...[...supportedMimeTypes].map((type) => type.split(';')[0] ?? type),
  ...Object.values(drawnTypes()).flat(),
  'image/svg+xml',
  'text/plain',
]);

/** Kinds that have a view of their own for every file of theirs. */
const VIEWED = new Set(['text', 'font', 'archive']);

test.each([...SET_BY_SERVER].toSorted())('a file of %s is drawn, or named in both languages', (file_type) => {
  const isDrawn = VIEWED.has(fileKindOf(file_type, 'delivery'));
  const { word, name } = formatOf({ file_type, name: 'delivery' });
  const named = [en, tr].map(({ formats }) => formats[word].replace('{{name}}', name).trim());
  expect(isDrawn || (word !== 'unknown' && named.every((text) => text.length > 2))).toBe(true);
});

test('all of the library of file types is covered', () => {
  expect(SET_BY_SERVER.size).toBeGreaterThan(170);
});
