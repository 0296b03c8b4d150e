import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './Footer.module.css';

const THIS_YEAR = new Date().getFullYear();

/** Specification 2.3: a copyright line with the current year. */
export function Footer() {
  const { t } = useTranslation();
  return (
    // The prerendered page has the server's year, which differs from the reader's for some hours.
    <footer className={classes.footer} suppressHydrationWarning>
      © {THIS_YEAR} Vitrin. {t('footer.rights')}
    </footer>
  );
}
