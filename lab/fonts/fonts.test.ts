import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lettersOf } from './unicode-range.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const TEXTS = globSync('{web,server}/src/i18n/**/*.json', { cwd: root });

for (const family of ['instrument-sans', 'fraunces'])
  test(`the first files of ${family} have every letter of our texts`, () => {
    const faces = read('web/src/fonts/fonts.css').matchAll(
      new RegExp(`/${family}-[a-z-]+-first\\.woff2'[^;]+;\\s*unicode-range:([^;]+);`, 'g'),
    );
    const letters = new Set(Array.from(faces, ([, range = '']) => lettersOf(range)).flat());
    const missing = Array.from(TEXTS.map(read).join('').replaceAll('\n', '')).filter(
      (letter) => !letters.has(letter.codePointAt(0) ?? 0),
    );
    expect(new Set(missing)).toEqual(new Set());
  });
