import { expect, test } from 'vitest';
import en from './en.json';
import tr from './tr.json';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const code = Object.entries(sources)
  .filter(([file]) => !file.includes('.test.'))
  .map(([, text]) => text)
  .join('\n');

const english = flatten(en);
const turkish = flatten(tr);

test('both languages have the same keys', () => {
  expect([...turkish.keys()].toSorted()).toEqual([...english.keys()].toSorted());
});

test.each([...english.keys()])('%s says something in both languages, with the same values in it', (key) => {
  const [first, second] = [english.get(key) ?? '', turkish.get(key) ?? ''];
  expect(first.trim()).not.toBe('');
  expect(second.trim()).not.toBe('');
  expect(placeholders(second)).toEqual(placeholders(first));
});

test('no text is left that nothing shows', () => {
  // `actions.*` are the words of buttons, a stock that every feature takes from.
  const prefixes = [
    'actions.',
    ...Array.from(code.matchAll(/`([\w.]+\.)\$\{/g), ([, prefix = '']) => prefix),
  ];
  const unused = [...english.keys()].filter((key) => {
    const base = key.replace(/_(zero|one|two|few|many|other)$/, '');
    return !code.includes(`'${base}'`) && !prefixes.some((prefix) => base.startsWith(prefix));
  });
  expect(unused).toEqual([]);
});

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
