import { useTranslation } from '../../i18n/use-translation.ts';
import { useLanguage } from '../../components/use-language.ts';
import { LANGUAGES } from '../../i18n/language.ts';
import classes from './LanguageSwitcher.module.css';

const NAMES = { en: 'English', tr: 'Türkçe' } as const;

/** English or Turkish, each named in its own language. `short` shows the codes. */
export function LanguageSwitcher({ short = false }: { short?: boolean }) {
  const { t } = useTranslation();
  const { language, switchTo } = useLanguage();
  return (
    <fieldset className={classes.group} aria-label={t('shell.language')}>
      {LANGUAGES.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          className={classes.choice}
          aria-pressed={each === language}
          // The accessible name contains the visible text, for people who speak to their device.
          aria-label={short ? `${each.toUpperCase()}, ${NAMES[each]}` : NAMES[each]}
          data-language-choice={each}
          onClick={() => switchTo(each)}
        >
          {short ? each.toUpperCase() : NAMES[each]}
        </button>
      ))}
    </fieldset>
  );
}
