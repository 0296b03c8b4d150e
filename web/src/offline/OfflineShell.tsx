import type { Face } from '@vitrin/shared/contract/faces.ts';
import { type ReactNode, useEffect } from 'react';
import { useFormat } from '../components/use-format.ts';
import { showAccent } from '../components/show-accent.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { LanguageSwitcher } from '../layout/preferences/LanguageSwitcher.tsx';
import { ThemeToggle } from '../layout/preferences/ThemeToggle.tsx';
import { Brand } from '../layout/shells/Brand.tsx';
import { Footer } from '../layout/shells/Footer.tsx';
import { MAIN_ID, SkipLink } from '../layout/shells/SkipLink.tsx';
import classes from './OfflineShell.module.css';

type Props = { face: Face | null; takenAt: string; children: ReactNode };

/** Shell of a copied page: the freelancer's name, the time of the copy, and the switches that need no server. */
export function OfflineShell({ face, takenAt, children }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  useEffect(() => showAccent(face), [face]);
  return (
    <div className={classes.shell}>
      <SkipLink />
      <header className={classes.header}>
        <div className={classes.inner}>
          <Brand face={face} />
          <div className={classes.switches} data-needs-script>
            <LanguageSwitcher short />
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main id={MAIN_ID} className={classes.main} tabIndex={-1}>
        <p className={classes.taken}>{t('offline.taken', { date: format.date(takenAt) })}</p>
        {children}
      </main>
      <Footer face={face} />
    </div>
  );
}
