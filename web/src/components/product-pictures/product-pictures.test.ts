import { LANGUAGES } from '../../i18n/language.ts';
import { expect, it } from 'vitest';
import { CLIENT_PAGE_WIDE } from './client-page.ts';
import { LANDING_PICTURES } from './landing-pictures.ts';

const NAMES = [
  'client/client-wide',
  'client/client-narrow',
  'feature/feature-projects',
  'feature/feature-clients',
  'feature/feature-files',
];

it('each picture exists in both languages, themes and formats, and no other one', () => {
  const wanted = NAMES.flatMap((name) =>
    ['light', 'dark'].flatMap((theme) =>
      LANGUAGES.flatMap((language) =>
        ['avif', 'webp'].map((format) => `./pictures/${name}-${theme}-${language}.${format}`),
      ),
    ),
  );
  expect(Object.keys(LANDING_PICTURES).toSorted()).toEqual(wanted.toSorted());
});

it('the forms of accounts take the pictures for wide screens only', () => {
  expect(Object.keys(CLIENT_PAGE_WIDE)).toHaveLength(8);
  expect(
    Object.keys(CLIENT_PAGE_WIDE).every((name) => name.startsWith('./pictures/client/client-wide-')),
  ).toBe(true);
});
