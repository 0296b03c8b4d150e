import { useTranslation } from '../../i18n/use-translation.ts';
import { Outlet } from 'react-router';
import { ProductPicture } from '../../components/product-pictures/ProductPicture.tsx';
import { CLIENT_PAGE_WIDE } from '../../components/product-pictures/client-page.ts';
import classes from './BareLayout.module.css';
import { Brand } from './Brand.tsx';
import { LanguageSwitcher } from '../preferences/LanguageSwitcher.tsx';
import { MAIN_ID } from './SkipLink.tsx';
import { ThemeToggle } from '../preferences/ThemeToggle.tsx';

/** Screens without a shell (specification 2.3): the form, and on wide screens a picture of a client's page beside it. */
export function BareLayout() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <aside className={classes.aside} aria-hidden>
        <p className={classes.headline}>{t('auth.aside.headline')}</p>
        <div className={classes.window}>
          <ProductPicture
            addresses={CLIENT_PAGE_WIDE}
            name="client/client-wide"
            alt=""
            width={1120}
            height={720}
          />
        </div>
        <p className={classes.lead}>{t('auth.aside.lead')}</p>
      </aside>
      <div className={classes.side}>
        <header className={classes.top}>
          <Brand />
        </header>
        <main id={MAIN_ID} className={classes.main}>
          <Outlet />
        </main>
        <footer className={classes.bottom}>
          <LanguageSwitcher />
          <ThemeToggle />
        </footer>
      </div>
    </div>
  );
}
