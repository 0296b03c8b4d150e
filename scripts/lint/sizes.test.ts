import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MOST_FILES = 25;
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
