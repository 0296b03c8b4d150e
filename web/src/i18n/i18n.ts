import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from './language.ts';
import { loadCode } from '../lib/load-code.ts';

const catalogues = {
  en: () => loadCode(() => import('./en.json')),
  tr: () => loadCode(() => import('./tr.json')),
};

/** The texts of one language; each is its own chunk, so that a reader loads only one. */
export async function loadCatalogue(language: Language): Promise<object> {
  return (await catalogues[language]()).default;
}

/** A ready i18next in `language`. The prerender makes one for each; the browser has `texts`. */
export async function createI18n(language: Language): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await loadCatalogue(language) } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return instance;
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
    if (!instance.hasResourceBundle(language, 'translation')) {
      instance.addResourceBundle(language, 'translation', await loadCatalogue(language));
    }
  } catch (error) {
    // It can be chosen again.
    chosen.delete(instance);
    throw error;
  }
  if (chosenLanguage(instance) !== language || instance.language === language) return;
  await instance.changeLanguage(language);
}
