import { useTranslation } from '../i18n/use-translation.ts';
import { changeLanguage, chosenLanguage } from '../i18n/i18n.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { markLanguageTransition, storeLanguage } from '../i18n/language.ts';

export function useLanguage() {
  const { i18n } = useTranslation();
  const switchTo = (language: Language) => {
    if (language === chosenLanguage(i18n)) return;
    storeLanguage(language);
    markLanguageTransition();
    void changeLanguage(i18n, language);
  };
  return { language: i18n.language, switchTo };
}
