import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const EXPORT = /^export (?:abstract |async )*(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;
const NAMED_IMPORT = /^(?:import|export)(?: type)?(?: \w+,)? \{([^}]*)\} from '([^']+)'/gm;
const WHOLE_IMPORT = /\bimport\(\s*'([^']+)'|^import(?: type)? \* as \w+ from '([^']+)'/gm;
const COMMENT = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;

/**
 * Exceptions: Kysely calls migrations by the names `up` and `down`; tools find configurations and set-ups by
 * path, and the build finds the page renderers and the stand-ins for offline copies. Some tests read a module as
 * text.
 */
const FOUND_BY_NAME =
  /^server\/src\/database\/migrations\/|\.test\.ts$|\.config\.ts$|^test-kit\/postgres-global-set-up\.ts$|^web\/src\/(?:offline\/instead\/|(?:offline\/)?render\.tsx|lib\/stand-ins\/style-singleton\.ts)/;

test('every export is imported by another file', () => {
  const files = globSync(
    '{*.ts,{shared,engine,server,operator,web,e2e,scripts,lab,test-kit}/**/*.{ts,tsx}}',
    {
      cwd: ROOT,
      exclude: ['**/node_modules/**', '**/dist/**'],
    },
  );
  const sources = files.map((file): [string, string] => [
    file,
    readFileSync(path.join(ROOT, file), 'utf8').replaceAll(COMMENT, ''),
  ]);
  const imported = new Set(sources.flatMap(([file, source]) => importsOf(file, source)));
  const unused = sources
    .filter(([file]) => !FOUND_BY_NAME.test(file))
    .flatMap(([file, source]) => Array.from(source.matchAll(EXPORT), ([, name = '']) => `${file}: ${name}`))
    .filter((qualified) => !imported.has(qualified));
  expect(imported.size).toBeGreaterThan(1000);
  expect(unused).toEqual([]);
});

/**
 * Names a file imports, as `file: name`. If it imports a module as a whole, every word in its own text counts
 * as a name.
 */
function importsOf(file: string, source: string): string[] {
  const named = Array.from(source.matchAll(NAMED_IMPORT)).flatMap(([, names = '', from = '']) =>
    names.split(',').map((name) => qualifiedName(file, from, /^\s*(?:type )?(\w+)/.exec(name)?.[1] ?? '')),
  );
  const words = [...new Set(source.match(/\w+/g))];
  const whole = Array.from(source.matchAll(WHOLE_IMPORT)).flatMap(([, dynamic, star]) =>
    words.map((word) => qualifiedName(file, dynamic ?? star ?? '', word)),
  );
  return [...named, ...whole];
}

function qualifiedName(file: string, from: string, name: string): string {
  const [, side, rest] = /^@vitrin\/(\w+)\/(.+)$/.exec(from) ?? [];
  const target = side === undefined ? path.join(path.dirname(file), from) : `${side}/src/${rest}`;
  return `${target.replace(/\?.*$/, '')}: ${name}`;
}
