import { readFileSync } from 'node:fs';

export const LANGUAGES = ['en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a browser of somebody who reads this language says. */
export const LOCALES: Record<Language, string> = { en: 'en-US', tr: 'tr-TR' };

type Texts = { [key: string]: string | Texts };

/** The text of a key as a reader of the language sees it, with its values filled in. */
export type Words = (key: string, values?: Record<string, string | number>) => string;

/** The web app's texts. */
export function wordsOf(language: Language): Words {
  const file = new URL(`../web/src/i18n/${language}.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
  return (key, values) => filledIn(textAt(texts, key.split('.'), key), values);
}

/** The server's texts, whose keys stand side by side. */
export function serverWordsOf(language: Language): Words {
  const file = new URL(`../server/src/i18n/${language}.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
  return (key, values) => filledIn(textAt(texts, [key], key), values);
}

function textAt(texts: Texts, [name = '', ...rest]: string[], key: string): string {
  const found = texts[name];
  if (typeof found === 'string' && rest.length === 0) return found;
  if (typeof found === 'object') return textAt(found, rest, key);
  throw new Error(`There is no text ${key}`);
}

function filledIn(text: string, values: Record<string, string | number> = {}): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    if (!(name in values)) throw new Error(`"${text}" needs ${name}`);
    return String(values[name]);
  });
}
