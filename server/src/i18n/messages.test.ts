import { expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import { untruePromisesIn } from '../../../test-kit/untrue-promises.ts';
import { languageOf, translate } from './messages.ts';
import tr from './tr.json' with { type: 'json' };

const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();

test('both languages have the same keys and the same placeholders', () => {
  expect(Object.keys(tr)).toEqual(Object.keys(en));
  for (const [key, text] of Object.entries(en)) {
    expect([key, ...placeholders(tr[key as keyof typeof tr])]).toEqual([key, ...placeholders(text)]);
  }
});

/** Shown only if the settings of the installation make it true; plan-texts.test.ts tests it. */
const BY_SETTING = 'plans.support_always';

test('no mail or message promises a feature that an installation lacks', () => {
  const texts = [...Object.entries(en), ...Object.entries(tr)].filter(([key]) => key !== BY_SETTING);
  const untrue = texts.filter(([, text]) => untruePromisesIn(text).length > 0);
  expect(untrue).toEqual([]);
});

test('parameters are filled in', () => {
  expect(translate('en', 'errors.try_again_in', { seconds: 7 })).toBe('Try again in 7s');
  expect(translate('tr', 'errors.try_again_in', { seconds: 7 })).toBe('7 sn sonra tekrar deneyin');
});

test('placeholders in a parameter are not filled in', () => {
  const params = { seconds: '{{secret}} {{seconds}} $& %s ', secret: 'told' };
  expect(translate('en', 'errors.try_again_in', params)).toBe('Try again in {{secret}} {{seconds}} $& %s s');
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['en-US,en;q=0.9,tr;q=0.8', 'en'],
  ['tr-TR,tr;q=0.9,en;q=0.8', 'tr'],
  ['TR', 'tr'],
  ['de, tr', 'tr'],
  ['fr', 'en'],
] as const)('Accept-Language %s is answered in %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});
