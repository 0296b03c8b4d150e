import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FILLED } from '../../test-kit/compatibility/filled.ts';
import { SUPPORTED_BROWSERS } from '../../web/supported-browsers.ts';
import { newerFeatures } from '../../test-kit/compatibility/newer-features.ts';
import { newerInScript } from './scan-scripts.ts';
import { newerInStyles } from './scan-styles.ts';

const features = newerFeatures();

test.each([
  ['let next = Promise.withResolvers()', 'Promise.withResolvers'],
  ['AbortSignal.any([one, other])', 'AbortSignal.any'],
  ['globalThis.URL.parse(address)', 'URL.parse'],
  ['list.toSorted(inOrder)', '.toSorted()'],
  ['new Intl.Segmenter("tr")', 'Intl.Segmenter'],
  ['new Float16Array(4)', 'Float16Array'],
  ['text.replace(/\\p{Emoji_Keycap_Sequence}/v, "")', '/\\p{Emoji_Keycap_Sequence}/v'],
])('a script with %s is too new for a supported browser', (code, feature) => {
  expect([...newerInScript(code, features)]).toEqual([feature]);
});

test('a script with built-ins that all supported browsers have is fine', () => {
  const code = 'list.at(-1); structuredClone(list.flatMap(each)); Object.hasOwn(a, "b"); /(?<=a)b/su.test(c)';
  expect([...newerInScript(code, features)]).toEqual([]);
});

test.each([
  ['a { color: light-dark(#000, #fff) }', 'light-dark()'],
  ['a:has(b) { color: red }', ':has'],
  ['a { background: color-mix(in srgb, red, blue) }', 'color-mix()'],
  ['@starting-style { a { opacity: 0 } }', '@starting-style'],
  ['a { field-sizing: content }', 'field-sizing'],
])('a style sheet with %s is too new for a supported browser', (sheet, feature) => {
  expect([...newerInStyles(sheet)]).toEqual([feature]);
});

test('a style sheet with a prefix beside a property is fine', () => {
  const sheet = '@media (width >= 40em) { a { -webkit-user-select: none; user-select: none; inset: 0 } }';
  expect([...newerInStyles(sheet)]).toEqual([]);
});

test.each(['index.html', 'verify.html'])(
  '%s loads the fill where a built-in of its list is missing',
  (name) => {
    const html = readFileSync(new URL(`../../web/${name}`, import.meta.url), 'utf8');
    for (const filled of FILLED) expect(html).toMatch(new RegExp(`!\\S*${filled.split('.')[1]}\\b`));
  },
);

test('the sentence for old browsers names the supported ones, in both languages', () => {
  const script = readFileSync(new URL('../../web/public/old-browser.js', import.meta.url), 'utf8');
  const named = Object.entries(SUPPORTED_BROWSERS).map(([name, version]) => `${name} ${version}`);
  for (const each of named) expect(script.toLowerCase().split(each)).toHaveLength(3);
});
