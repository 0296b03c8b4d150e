import i18next, { type i18n } from 'i18next';
import { getI18n, initReactI18next } from 'react-i18next';
import type { Language } from './language.ts';
import { loadCode } from '../lib/code/load-code.ts';

/** The files of texts, each of whose top-level names is in that file alone. `common` is on every page. */
export const TEXT_PARTS = ['common', 'landing', 'auth', 'account', 'plans', 'projects', 'tools'] as const;
export type TextPart = (typeof TEXT_PARTS)[number];

const files = import.meta.glob<object>('./{en,tr}/*.json', { import: 'default' });

/** What screens have asked for so far: a switch of the language brings all of it along. */
const wanted = new Set<TextPart>(['common']);

/** Of each instance, the files that are in it, as `tr/auth`. */
const present = new WeakMap<i18n, Set<string>>();

/** A ready i18next in `language`. The prerender makes one for each; the browser has one. */
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
 * Code that comes when it is wanted, and at the same time the texts it shows, so that no key is ever seen:
 * `loadWithTexts(['auth'], () => import('./Screen.tsx'))`.
 */
export async function loadWithTexts<T>(parts: readonly TextPart[], load: () => Promise<T>): Promise<T> {
  for (const part of parts) wanted.add(part);
  const [code] = await Promise.all([loadCode(load), addWantedTexts()]);
  return code;
}

/** In the language that is shown, and in the one that is on its way; before the first instance, which asks for them. */
async function addWantedTexts(): Promise<void> {
  const instance = getI18n() as i18n | undefined;
  if (!instance) return;
  const languages = new Set([instance.language, chosenLanguage(instance)]);
  await Promise.all(Array.from(languages, (language) => addTexts(instance, language)));
}

/** Until nothing is missing: while some are on their way, a screen may ask for more. */
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

/** The language chosen last, which may still be on its way. */
const chosen = new WeakMap<i18n, Language>();

export function chosenLanguage(instance: i18n): string {
  return chosen.get(instance) ?? instance.language;
}

/**
 * Switches without a reload; loads the other language's texts first, so that no key is ever seen. Whoever has thought
 * better of it meanwhile keeps the later choice.
 */
export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  chosen.set(instance, language);
  try {
    await addTexts(instance, language);
  } catch (error) {
    // It can be chosen again.
    chosen.delete(instance);
    throw error;
  }
  if (chosenLanguage(instance) !== language || instance.language === language) return;
  await instance.changeLanguage(language);
}
