import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

export type Language = 'en' | 'tr';

export const LANGUAGES: readonly Language[] = ['en', 'tr'];

export type Texts = (key: string, values?: Record<string, string | number>) => string;

type Node = string | { [key: string]: Node };

/**
 * The words of the screens in one language, by the keys of web/src/i18n, so that a journey is told once for both.
 * `count` among the values chooses the plural form.
 */
export function textsOf(language: Language): Texts {
  const file = path.resolve(import.meta.dirname, `../web/src/i18n/${language}.json`);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Node;
  const plural = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const { count } = values;
    const found =
      at(texts, key) ?? (typeof count === 'number' ? at(texts, `${key}_${plural.select(count)}`) : undefined);
    if (found === undefined) throw new Error(`${language}.json has no ${key}`);
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => String(values[name]));
  };
}

/** From the next address on the page speaks this language. */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.addInitScript((name) => localStorage.setItem('language', name), language);
}

function at(texts: Node, key: string): string | undefined {
  let node: Node | undefined = texts;
  for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined;
  return typeof node === 'string' ? node : undefined;
}
