import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './Faq.module.css';
import { Section } from './Section.tsx';

const QUESTIONS = ['clients', 'billing', 'trial', 'cancel', 'support'] as const;

/** Folded by the browser itself, so that it works without JavaScript. */
export function Faq() {
  const { t } = useTranslation();
  return (
    <Section id="faq" title={t('landing.faq.title')} isSplit>
      <div className={classes.list}>
        {QUESTIONS.map((key) => (
          <details key={key} className={classes.entry}>
            <summary className={classes.question}>{t(`landing.faq.${key}.question`)}</summary>
            <p className={classes.answer}>{t(`landing.faq.${key}.answer`)}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
