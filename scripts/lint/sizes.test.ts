import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Above this a folder or a file deserves a second look: the test prints it, and refuses only much larger ones. */
const MANY_FILES = 25;
const MOST_FILES = 40;
const MANY_LINES = 300;
const MOST_LINES = 400;
/** Most words a newcomer can learn in a few minutes (decision 0223). */
const MOST_WORDS = 15;
/** Lists by nature: a decision in each file, or the texts of a screen. */
const LISTS = ['docs/decisions', 'web/src/i18n/en', 'web/src/i18n/tr'];

it(`holds at most ${MOST_FILES} files in a folder, lists apart`, () => {
  const files = globSync('{shared,engine,server,operator,web,e2e,scripts,lab,test-kit,docs,packaging}/**/*', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.tsbuildinfo'],
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  const folders = Map.groupBy(files, ({ parentPath }) => path.relative(ROOT, parentPath));
  expect(folders.size).toBeGreaterThan(100);
  const sizes = Array.from(folders, ([folder, inside]) => ({ name: folder, size: inside.length }));
  const large = sizes.filter(({ name, size }) => size > MANY_FILES && !LISTS.includes(name));
  warn(large, 'files');
  expect(large.filter(({ size }) => size > MOST_FILES)).toEqual([]);
});

it(`holds at most ${MOST_LINES} lines in a file of code`, () => {
  const files = globSync(
    '{shared,engine,server,operator,web,e2e,scripts,lab,test-kit,packaging}/**/*.{ts,tsx,js,mjs,css}',
    {
      cwd: ROOT,
      exclude: ['**/node_modules/**', '**/dist/**'],
    },
  );
  expect(files.length).toBeGreaterThan(1000);
  const long = files
    .map((file) => ({ name: file, size: linesOf(file) }))
    .filter(({ size }) => size > MANY_LINES);
  warn(long, 'lines');
  expect(long.filter(({ size }) => size > MOST_LINES)).toEqual([]);
});

it(`holds at most ${MOST_WORDS} words in the glossary`, () => {
  const map = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const [, glossary = ''] = map.split('## Words\n');
  const rows = glossary.split('\n## ')[0]?.match(/^\| [^|\n]+\|/gm) ?? [];
  const words = rows.slice(2).flatMap((row) => row.split(','));
  expect(words.length).toBeGreaterThan(5);
  expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
});

function warn(entries: readonly { name: string; size: number }[], unit: string): void {
  for (const { name, size } of entries) console.warn(`${name} has ${size} ${unit}: could it be divided?`);
}

function linesOf(file: string): number {
  return readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1;
}
