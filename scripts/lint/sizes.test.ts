import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MOST_FILES = 25;

it(`holds at most ${MOST_FILES} files in a folder of code`, () => {
  const files = globSync('{shared,server,web,e2e,scripts,bench,test-kit}/**/*.{ts,tsx,css}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  const folders = Map.groupBy(files, (file) => path.dirname(file));
  expect(files.length).toBeGreaterThan(0);
  expect([...folders].filter(([, inside]) => inside.length > MOST_FILES).map(([folder]) => folder)).toEqual(
    [],
  );
});
