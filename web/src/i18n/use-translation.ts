import { createContext, use, useSyncExternalStore } from 'react';
import type { TFunction, Translator } from './translator.ts';

/** The translator of the page. */
export const TranslatorContext = createContext<Translator | null>(null);

/** The texts of the page; a component that asks is rendered again when the language changes. */
export function useTranslation(): { t: TFunction; i18n: Translator } {
  const i18n = use(TranslatorContext);
  if (!i18n) throw new Error('useTranslation is called outside of TranslatorContext');
  const textsNow = () => i18n.t;
  return { t: useSyncExternalStore(i18n.follow, textsNow, textsNow), i18n };
}
