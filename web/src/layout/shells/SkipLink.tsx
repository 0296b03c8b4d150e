import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './SkipLink.module.css';

export const MAIN_ID = 'main';

/** The first stop of the keyboard, which skips the navigation. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={classes.link} href={`#${MAIN_ID}`}>
      {t('shell.skipToContent')}
    </a>
  );
}
