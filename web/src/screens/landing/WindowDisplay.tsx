import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../components/use-language.ts';
import classes from './WindowDisplay.module.css';

const STRIPES = Array.from({ length: 11 }, (_, stripe) => stripe);

/** Made by scripts/landing-pictures.ts from the running product; file name to address. */
const pictures = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** A picture of a client's page, in the reader's language and theme. */
export function WindowDisplay() {
  const { t } = useTranslation();
  return (
    <figure className={classes.window} aria-label={t('landing.sample')}>
      <div className={classes.awning} aria-hidden>
        {STRIPES.map((stripe) => (
          <span key={stripe} />
        ))}
      </div>
      <div className={classes.page}>
        <ClientPage theme="light" />
        <ClientPage theme="dark" />
      </div>
      <div className={classes.sill} />
    </figure>
  );
}

/** CSS displays one of the two themes; the other picture is lazy and not displayed, so it is never loaded. */
function ClientPage({ theme }: { theme: 'light' | 'dark' }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const address = (size: string, format: string) =>
    pictures[`./pictures/client-${size}-${theme}-${language}.${format}`];
  return (
    <picture className={classes[theme]}>
      <source media="(min-width: 40em)" type="image/avif" srcSet={address('wide', 'avif')} />
      <source media="(min-width: 40em)" type="image/webp" srcSet={address('wide', 'webp')} />
      <source type="image/avif" srcSet={address('narrow', 'avif')} />
      <img src={address('narrow', 'webp')} alt={t('landing.sample')} loading="lazy" decoding="async" />
    </picture>
  );
}
