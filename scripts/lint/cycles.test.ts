import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { circleAmong, importsOf } from './cycles.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

function importsIn(folder: string): Map<string, string[]> {
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT });
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(path.join(ROOT, file), 'utf8'))]));
}

test.each(['server/src/database', 'engine/src'])('no files of %s import each other in a circle', (folder) => {
  const imports = importsIn(folder);
  expect(imports.size).toBeGreaterThan(10);
  expect(circleAmong(imports)).toBeUndefined();
});

test('a circle is found, through types and imports at run time too', () => {
  const texts = {
    'a/one.ts': "import { two } from './inner/two.ts';",
    'a/inner/two.ts': "import type {\n  Three,\n} from '../three.ts';",
    'a/three.ts': "const one = await import('./one.ts');",
    'a/four.ts': "import './one.ts';",
  };
  const imports = new Map(Object.entries(texts).map(([file, text]) => [file, importsOf(file, text)]));
  expect(circleAmong(imports)).toEqual(['a/one.ts', 'a/inner/two.ts', 'a/three.ts', 'a/one.ts']);
  imports.delete('a/three.ts');
  expect(circleAmong(imports)).toBeUndefined();
});
