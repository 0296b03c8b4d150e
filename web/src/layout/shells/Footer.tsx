import type { Face } from '@vitrin/shared/contract/faces.ts';
import type { ReactNode } from 'react';
import { ContactLinks } from '../../components/ContactLinks.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './Footer.module.css';

const THIS_YEAR = new Date().getFullYear();

type Props = {
  face?: Face | null;
  /** Lines above the copyright: the company on pages for guests, support for freelancers. */
  above?: ReactNode;
};

/** Specification 2.3: a copyright line with the current year; for clients what their freelancer says (1.6). */
export function Footer({ face, above }: Props) {
  const { t } = useTranslation();
  return (
    // The prerendered page has the server's year, which differs from the reader's for some hours.
    <footer className={classes.footer} suppressHydrationWarning>
      {face ? (
        <>
          <p>{face.greeting}</p>
          <p>{face.contact !== null && <ContactLinks contact={face.contact} />}</p>
          {t('footer.madeWith')}
        </>
      ) : (
        <>
          {above}© {THIS_YEAR} Vitrin. {t('footer.rights')}
        </>
      )}
    </footer>
  );
}
