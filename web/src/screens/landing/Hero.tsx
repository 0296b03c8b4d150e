import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import classes from './Hero.module.css';
import { WindowDisplay } from './WindowDisplay.tsx';

/** First screen: what Vitrin is, for whom, a button, and a picture of what a client sees. */
export function Hero() {
  const { t } = useTranslation();
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <h1 className={classes.headline}>{t('landing.headline')}</h1>
        <div>
          <p className={classes.lead}>{t('landing.lead')}</p>
          <div className={classes.actions}>
            <Button component={Link} to={paths.register} size="lg">
              {t('landing.start')}
            </Button>
            <Button component="a" href="#features" size="lg" variant="default">
              {t('landing.seeHow')}
            </Button>
          </div>
          <p className={classes.note}>{t('landing.note')}</p>
        </div>
      </div>
      <WindowDisplay />
    </section>
  );
}
