import { expect, test } from 'vitest';
import { untruePromisesIn } from '../../../test-kit/untrue-promises.ts';
import { TEXT_PARTS, type TextPart } from './i18n.ts';

const catalogues = import.meta.glob<object>('./{en,tr}/*.json', { import: 'default', eager: true });
const sources = new Map(
  Object.entries(
    import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
  )
    .filter(([file]) => !file.includes('.test.'))
    .map(([file, code]): [string, string] => [
      resolve('/src/i18n/texts.test.ts', file),
      code.replaceAll(/^ *(\/\*\*|\*).*$/gm, ''),
    ]),
);

const english = textsIn('en');
const turkish = textsIn('tr');
/** Key to the file it is in. */
const partOf = new Map(
  TEXT_PARTS.flatMap((part) => [...textsIn('en', part).keys()].map((key): [string, TextPart] => [key, part])),
);

test('each language has one file for each part, and no other', () => {
  const files = ['en', 'tr'].flatMap((language) => TEXT_PARTS.map((part) => `./${language}/${part}.json`));
  expect(Object.keys(catalogues).toSorted()).toEqual(files.toSorted());
});

test('a top-level name is in one file, the same in both languages', () => {
  const names = (language: string) =>
    TEXT_PARTS.flatMap((part) =>
      Object.keys(catalogues[`./${language}/${part}.json`] ?? {}).map((name) => `${name} in ${part}`),
    );
  const [en, tr] = [names('en'), names('tr')];
  expect(tr.toSorted()).toEqual(en.toSorted());
  expect(new Set(en.map((name) => name.split(' ')[0])).size).toBe(en.length);
});

test('no text promises a feature that an installation lacks', () => {
  for (const [key, text] of [...english, ...turkish]) expect([key, ...untruePromisesIn(text)]).toEqual([key]);
});

test('both languages have the same keys', () => {
  expect([...turkish.keys()].toSorted()).toEqual([...english.keys()].toSorted());
});

test.each([...english.keys()])('%s has text in both languages, with the same values in it', (key) => {
  const [first, second] = [english.get(key) ?? '', turkish.get(key) ?? ''];
  expect(first.trim()).not.toBe('');
  expect(second.trim()).not.toBe('');
  expect(placeholders(second)).toEqual(placeholders(first));
});

test('every text is shown somewhere', () => {
  // `actions.*` are the labels of buttons that every feature shares.
  const shown = new Set([...sources.values()].flatMap((code) => keysIn(code)));
  expect([...english.keys()].filter((key) => !key.startsWith('actions.') && !shown.has(key))).toEqual([]);
});

/** Every place that loads our own code: the module, and the files of texts it names. */
const fetched = Array.from(sources).flatMap(([file, code]) =>
  Array.from(
    code.matchAll(
      /(?:(?:loadWithTexts|screen)\(\s*\[([^\]]*)\],|loadCode\()\s*\(\) =>\s*import\('(\.[^']+)'\)/g,
    ),
    ([, parts = '', target = '']): [string, string[]] => [
      resolve(file, target),
      Array.from(parts.matchAll(/\w+/g), ([part]) => part),
    ],
  ),
);

test.each([['/src/main.tsx', []], ...fetched] as [string, string[]][])(
  '%s loads %j, the texts it shows and no others',
  (module, parts) => {
    const needed = new Set(
      [...modulesOf(module)].flatMap((file) => keysIn(sources.get(file) ?? '').map((key) => partOf.get(key))),
    );
    expect(new Set(['common', ...parts])).toEqual(needed.add('common'));
  },
);

test('the texts of every screen are checked', () => {
  expect(fetched.length).toBeGreaterThan(30);
  expect(fetched.filter(([module]) => !sources.has(module))).toEqual([]);
  expect(fetched.flatMap(([, parts]) => parts)).toEqual(expect.arrayContaining(TEXT_PARTS.slice(1)));
});

/** The module and all modules it imports statically. */
function modulesOf(module: string, found = new Set<string>()): Set<string> {
  if (found.has(module)) return found;
  found.add(module);
  const imports = /^(?:import|export)(?! type)[^;]*? from '(\.[^']+)';$/gm;
  for (const [, target = ''] of (sources.get(module) ?? '').matchAll(imports))
    modulesOf(resolve(module, target), found);
  return found;
}

/** The keys that this code uses: whole ones, and beginnings that it completes at run time. */
function keysIn(code: string): string[] {
  const prefixes = Array.from(code.matchAll(/`([\w.]+\.)\$\{/g), ([, prefix = '']) => prefix);
  return [...english.keys()].filter((key) => {
    const base = key.replace(/_(zero|one|two|few|many|other)$/, '');
    return code.includes(`'${base}'`) || prefixes.some((prefix) => base.startsWith(prefix));
  });
}

function resolve(file: string, target: string): string {
  return new URL(target, `file://${file}`).pathname;
}

function textsIn(language: string, ...parts: TextPart[]): Map<string, string> {
  const files = (parts.length > 0 ? parts : TEXT_PARTS).map(
    (part) => catalogues[`./${language}/${part}.json`],
  );
  return new Map(files.flatMap((texts) => [...flatten(texts ?? {})]));
}

function flatten(texts: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value as object, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

function placeholders(text: string): string[] {
  return Array.from(text.matchAll(/\{\{(\w+)/g), ([, name = '']) => name).toSorted();
}
