import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MOST_FILES = 25;
const MOST_LINES = 300;
/** Lists by nature: a decision in each file, or the texts of a screen. */
const LISTS = ['docs/decisions', 'web/src/i18n/en', 'web/src/i18n/tr'];

it(`holds at most ${MOST_FILES} files in a folder, lists apart`, () => {
  const files = globSync('{shared,server,web,e2e,scripts,bench,test-kit,docs,packaging}/**/*', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.tsbuildinfo'],
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  const folders = Map.groupBy(files, ({ parentPath }) => path.relative(ROOT, parentPath));
  expect(folders.size).toBeGreaterThan(100);
  const large = [...folders].filter(([, inside]) => inside.length > MOST_FILES).map(([folder]) => folder);
  expect(large.filter((folder) => !LISTS.includes(folder))).toEqual([]);
});

/** Code that is a list by nature: a row for each route. */
const LISTS_OF_CODE = ['server/src/testing/access-matrix/access-matrix.ts'];

it(`holds at most ${MOST_LINES} lines in a file of code, lists apart`, () => {
  const files = globSync(
    '{shared,server,web,e2e,scripts,bench,test-kit,packaging}/**/*.{ts,tsx,js,mjs,css}',
    {
      cwd: ROOT,
      exclude: ['**/node_modules/**', '**/dist/**'],
    },
  );
  expect(files.length).toBeGreaterThan(1000);
  const long = files.filter((file) => linesOf(file) > MOST_LINES);
  expect(long.filter((file) => !LISTS_OF_CODE.includes(file))).toEqual([]);
});

function linesOf(file: string): number {
  return readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1;
}
