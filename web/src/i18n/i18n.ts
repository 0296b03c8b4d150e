import i18next, { type i18n } from 'i18next';
import { getI18n, initReactI18next } from 'react-i18next';
import type { Language } from './language.ts';
import { loadCode } from '../lib/code/load-code.ts';

/** Files of texts; each top-level key is in one file only. `common` is loaded on every page. */
export const TEXT_PARTS = ['common', 'landing', 'auth', 'account', 'plans', 'projects', 'tools'] as const;
export type TextPart = (typeof TEXT_PARTS)[number];

const files = import.meta.glob<object>('./{en,tr}/*.json', { import: 'default' });

/** Files that screens have asked for so far; a switch of the language loads all of them. */
const wanted = new Set<TextPart>(['common']);

/** Files that each instance has loaded, as `tr/auth`. */
const present = new WeakMap<i18n, Set<string>>();

/** A ready i18next in `language`. Each page that is rendered has its own; the browser has one. */
export async function createI18n(language: Language, parts: readonly TextPart[] = []): Promise<i18n> {
  for (const part of parts) wanted.add(part);
  const instance = i18next.createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: {} } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await addTexts(instance, language);
  return instance;
}

/**
 * Loads code together with the texts it shows, so that no key is ever visible: `loadWithTexts(['auth'], () =>
 * import('./Screen.tsx'))`.
 */
export async function loadWithTexts<T>(parts: readonly TextPart[], load: () => Promise<T>): Promise<T> {
  for (const part of parts) wanted.add(part);
  const [code] = await Promise.all([loadCode(load), addWantedTexts()]);
  return code;
}

/**
 * Loads wanted texts in the shown language, and in one that is being switched to. Before the first instance exists
 * there is nothing to load them into.
 */
async function addWantedTexts(): Promise<void> {
  const instance = getI18n() as i18n | undefined;
  if (!instance) return;
  const languages = new Set([instance.language, chosenLanguage(instance)]);
  await Promise.all(Array.from(languages, (language) => addTexts(instance, language)));
}

/** Repeats until nothing is missing: while files are loading, a screen may ask for more. */
async function addTexts(instance: i18n, language: string): Promise<void> {
  const there = present.get(instance) ?? new Set();
  present.set(instance, there);
  for (;;) {
    const missing = Array.from(wanted, (part) => `${language}/${part}`).filter((file) => !there.has(file));
    if (missing.length === 0) return;
    const texts = await Promise.all(missing.map(loadTexts));
    texts.forEach((each) => instance.addResourceBundle(language, 'translation', each, true));
    missing.forEach((file) => there.add(file));
  }
}

function loadTexts(file: string): Promise<object> {
  const load = files[`./${file}.json`];
  if (!load) throw new Error(`There are no texts ${file}`);
  return loadCode(load);
}

/** The language chosen last, whose texts may still be loading. */
const chosen = new WeakMap<i18n, Language>();

export function chosenLanguage(instance: i18n): string {
  return chosen.get(instance) ?? instance.language;
}

/**
 * Switches the language without a reload; loads the texts first, so that no key is ever visible. A later choice made
 * meanwhile wins.
 */
export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  chosen.set(instance, language);
  try {
    await addTexts(instance, language);
  } catch (error) {
    // Forgotten after a failure, so that it can be chosen again.
    chosen.delete(instance);
    throw error;
  }
  if (chosenLanguage(instance) !== language || instance.language === language) return;
  await instance.changeLanguage(language);
}
