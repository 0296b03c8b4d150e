import { useTranslation } from 'react-i18next';
import classes from './SkipLink.module.css';

export const MAIN_ID = 'main';

/** First stop of the keyboard: past the navigation to the content. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={classes.link} href={`#${MAIN_ID}`}>
      {t('shell.skipToContent')}
    </a>
  );
}
