import type { Texts } from '../../i18n/translator.ts';
import { Translator } from '../../i18n/translator.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import commonEn from '../../i18n/en/common.json';
import formatsEn from '../../i18n/en/formats.json';
import projectsEn from '../../i18n/en/projects.json';
import viewerEn from '../../i18n/en/viewer.json';
import commonTr from '../../i18n/tr/common.json';
import formatsTr from '../../i18n/tr/formats.json';
import projectsTr from '../../i18n/tr/projects.json';
import viewerTr from '../../i18n/tr/viewer.json';
import offlineEn from '../../i18n/offline/en.json';
import offlineTr from '../../i18n/offline/tr.json';

const TEXTS: Record<Language, readonly Texts[]> = {
  en: [commonEn, formatsEn, projectsEn, viewerEn, offlineEn],
  tr: [commonTr, formatsTr, projectsTr, viewerTr, offlineTr],
};

/** In place of i18n/i18n.ts: a copy has its texts in both languages from the start. */
export function createI18n(language: Language): Translator {
  const translator = new Translator(language);
  for (const each of ['en', 'tr'] as const) for (const texts of TEXTS[each]) translator.add(each, texts);
  return translator;
}

export function loadWithTexts<T>(_parts: readonly string[], load: () => Promise<T>): Promise<T> {
  return load();
}

export function chosenLanguage(translator: Translator): Language {
  return translator.language;
}

export async function changeLanguage(translator: Translator, language: Language): Promise<void> {
  translator.show(language);
}
