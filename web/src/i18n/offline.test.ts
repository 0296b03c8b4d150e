import { expect, test } from 'vitest';
import en from './offline/en.json';
import tr from './offline/tr.json';

const placeholdersIn = (text: string) => text.match(/\{\{\w+\}\}/g) ?? [];

test('both languages of a copy have the same texts, with the same values in them', () => {
  const [english, turkish] = [Object.entries(en.offline), Object.entries(tr.offline)];
  expect(turkish.map(([key, text]) => [key, placeholdersIn(text)])).toEqual(
    english.map(([key, text]) => [key, placeholdersIn(text)]),
  );
  for (const [, text] of [...english, ...turkish]) expect(text.trim()).not.toBe('');
});
