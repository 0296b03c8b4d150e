import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import classes from './Closing.module.css';

export function Closing() {
  const { t } = useTranslation();
  return (
    <section className={classes.band} aria-labelledby="closing-title">
      <div className={classes.inner}>
        <h2 id="closing-title" className={classes.title}>
          {t('landing.cta.title')}
        </h2>
        <p className={classes.lead}>{t('landing.cta.lead')}</p>
        <Link to={paths.register} className={classes.button}>
          {t('landing.start')}
        </Link>
      </div>
    </section>
  );
}
