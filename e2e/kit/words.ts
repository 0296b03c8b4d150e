import { readFileSync, readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';

export const LANGUAGES = ['en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Locale of a browser by language. */
export const LOCALES: Record<Language, string> = { en: 'en-US', tr: 'tr-TR' };

type Texts = { [key: string]: string | Texts };

/** Returns the text of a key in one language, with its values filled in. */
export type Words = (key: string, values?: Record<string, string | number>) => string;

/** Returns the web app's texts. The value `count` selects the plural form. */
export function wordsOf(language: Language): Words {
  const folder = new URL(`../../web/src/i18n/${language}/`, import.meta.url);
  const texts = Object.fromEntries(
    [
      ...readdirSync(folder).map((file) => new URL(file, folder)),
      new URL(`../offline/${language}.json`, folder),
    ].flatMap((file) => Object.entries(readTexts(file))),
  );
  const plural = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const { count } = values;
    const ending = typeof count === 'number' ? `_${plural.select(count)}` : '';
    return filledIn(textAt(texts, key) ?? textAt(texts, `${key}${ending}`), key, values);
  };
}

/** Returns the language in which a page is shown. */
export async function languageOf(page: Page): Promise<Language> {
  return (await page.locator('html').getAttribute('lang')) === 'tr' ? 'tr' : 'en';
}

/** Returns the server's texts, which are one flat list of keys. */
export function serverWordsOf(language: Language): Words {
  const texts = readTexts(new URL(`../../server/src/i18n/${language}.json`, import.meta.url));
  return (key, values) => filledIn(typeof texts[key] === 'string' ? texts[key] : undefined, key, values);
}

function readTexts(file: URL): Texts {
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

function textAt(texts: Texts, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

function filledIn(
  text: string | undefined,
  key: string,
  values: Record<string, string | number> = {},
): string {
  if (text === undefined) throw new Error(`There is no text ${key}`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    if (!(name in values)) throw new Error(`"${text}" needs ${name}`);
    return String(values[name]);
  });
}
