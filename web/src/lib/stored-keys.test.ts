import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '..');
const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter(
  (file) => !/\.test\.tsx?$|^testing\//.test(file),
);
const textOf = (file: string) => readFileSync(path.join(source, file), 'utf8');

/** Keys of local storage, by what the code writes there. */
const WRITTEN: Record<string, string> = {
  USER_KEY: 'the cached user of specification 2.13',
  THEME_KEY: 'dark or light',
  LANGUAGE_KEY: 'en or tr',
  SESSION_END_KEY: 'expired or logout',
  UPLOADS_KEY: 'ids, sizes, times and numbers of names',
  UPLOAD_PIECES_KEY: 'a number of bytes and a time',
  PASSKEY_OFFERED_KEY: 'ids of accounts',
  PICKS_KEY: 'ids of people, versions and files',
  VERIFIED_EMAIL_KEY: 'the number of an address',
};

test('local storage is written only under the listed keys, which contain no names and no addresses', () => {
  const keys = files.flatMap((file) =>
    Array.from(textOf(file).matchAll(/writeStored\(\s*'local',\s*(\w+)/g), ([, key]) => key),
  );
  expect(new Set(keys)).toEqual(new Set(Object.keys(WRITTEN)));
});

test('local storage is accessed through lib/storage.ts, and by the switch of themes', () => {
  const reaching = files.filter((file) => /\blocalStorage\b|localStorageColorScheme/.test(textOf(file)));
  expect(new Set(reaching)).toEqual(new Set(['App.tsx', 'lib/storage.ts', 'offline/main.tsx']));
});
