import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './NewMark.module.css';

/** A small mark on what has come since the reader's previous visit. */
export function NewMark() {
  const { t } = useTranslation();
  return (
    <span className={classes.mark} title={t('files.new')}>
      <span className={classes.text}>{t('files.new')}</span>
    </span>
  );
}
