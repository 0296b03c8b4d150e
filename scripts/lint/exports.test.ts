import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;
const COMMENT = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;

/** Kysely calls migrations by the names `up` and `down`; tools find configurations, and the build the style singleton. */
const FOUND_BY_NAME = /^server\/src\/database\/migrations\/|\.config\.ts$|lib\/style-singleton\.ts$/;

test('every export is named by another file', () => {
  const files = globSync('{shared,server,web,e2e,scripts,bench,test-kit}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  const sources = files.map((file): [string, string] => [
    file,
    readFileSync(path.join(ROOT, file), 'utf8').replaceAll(COMMENT, ''),
  ]);
  const namedBy = new Map<string, Set<string>>();
  for (const [file, source] of sources)
    for (const [word] of source.matchAll(/\w+/g)) {
      const namers = namedBy.get(word) ?? new Set();
      if (namers.size < 2) namedBy.set(word, namers.add(file));
    }
  const unused = sources
    .filter(([file]) => !FOUND_BY_NAME.test(file))
    .flatMap(([file, source]) =>
      Array.from(source.matchAll(EXPORT), ([, name = '']) => name)
        .filter((name) => (namedBy.get(name)?.size ?? 0) < 2)
        .map((name) => `${file}: ${name}`),
    );
  expect(files.length).toBeGreaterThan(0);
  expect(unused).toEqual([]);
});
