import { expect, test } from 'vitest';
import { Translator } from './translator.ts';

const texts = {
  greeting: {
    to: 'Hello {{name}}, {{ name }}!',
    files_one: '{{count}} file',
    files_other: '{{count}} files',
  },
};

function translator(language: 'en' | 'tr' = 'en') {
  const made = new Translator(language);
  made.add(language, texts);
  // The compiler checks keys against the product's texts; these are others.
  return { made, t: made.t as (key: string, values?: object) => string };
}

test('values replace their placeholders, as often as they occur', () => {
  expect(translator().t('greeting.to', { name: 'Ada' })).toBe('Hello Ada, Ada!');
});

test('a value is never read as a text with placeholders, a pattern or a key', () => {
  const name = "{{name}} $t(greeting.to) $& $1 $' <b>";
  expect(translator().t('greeting.to', { name })).toBe(`Hello ${name}, ${name}!`);
});

test('a missing value leaves nothing behind', () => {
  expect(translator().t('greeting.to')).toBe('Hello , !');
});

test.each([
  ['en', 0, '0 files'],
  ['en', 1, '1 file'],
  ['en', 2, '2 files'],
  ['tr', 1, '1 file'],
  ['tr', 2, '2 files'],
] as const)('in %s, the form of %d is that of the language', (language, count, text) => {
  expect(translator(language).t('greeting.files', { count })).toBe(text);
});

test.each(['greeting', 'greeting.from', 'greeting.to.name', 'constructor', 'greeting.__proto__.x', ''])(
  'a key without a text, as %j, stays a key',
  (key) => {
    expect(translator().t(key)).toBe(key);
  },
);

test('a switch of the language notifies subscribers, with another function of texts', () => {
  const { made } = translator();
  const before = made.t;
  const heard: string[] = [];
  const stop = made.follow(() => heard.push(made.language));
  made.show('tr');
  stop();
  made.show('en');
  expect(heard).toEqual(['tr']);
  expect(made.t).not.toBe(before);
});

test('texts added later can be used at once, beside the earlier ones', () => {
  const { made, t } = translator();
  made.add('en', { late: 'Late' });
  expect(t('late')).toBe('Late');
  expect(t('greeting.files', { count: 1 })).toBe('1 file');
});
