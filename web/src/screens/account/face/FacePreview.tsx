import { AccentColour, type Logo } from '@vitrin/shared/contract/faces.ts';
import { accentShades } from '@vitrin/shared/rules/accent.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './FacePreview.module.css';

type Props = { name: string; logo: Logo | null; accent: string; greeting: string; contact: string };

/** Preview of a client's page in both themes, with the values of the form. */
export function FacePreview(props: Props) {
  const { t } = useTranslation();
  return (
    <section className={classes.previews} aria-label={t('face.preview')}>
      <Page {...props} scheme="light" />
      <Page {...props} scheme="dark" />
    </section>
  );
}

function Page({ name, logo, accent, greeting, contact, scheme }: Props & { scheme: 'light' | 'dark' }) {
  const { t } = useTranslation();
  const chosen = AccentColour.safeParse(accent);
  const { light, dark, dark_text } = accentShades(chosen.data ?? '#0e5a54');
  const ours = scheme === 'light' ? '#0e5a54' : '#7cc4bb';
  const text = scheme === 'light' ? light : dark_text;
  const style = {
    '--fill': scheme === 'light' ? light : dark,
    '--words': chosen.success ? text : ours,
  } as CSSProperties;
  return (
    <figure className={classes.page} data-scheme={scheme} style={style}>
      <figcaption className={classes.caption}>{t(`face.${scheme}`)}</figcaption>
      <div className={classes.head}>
        {logo && (
          <img className={classes.logo} src={logo.address} width={logo.width} height={logo.height} alt="" />
        )}
        <span dir="auto" className={classes.name}>
          {name}
        </span>
      </div>
      <div className={classes.body}>
        <span className={classes.project}>{t('face.sampleProject')}</span>
        <span className={classes.bar} aria-hidden />
        <span className={classes.words}>{t('face.sampleLink')}</span>
        <span className={classes.button}>{t('face.sampleButton')}</span>
      </div>
      <div className={classes.foot}>
        {greeting && <span>{greeting}</span>}
        {contact && <span>{contact}</span>}
        <span>{t('footer.madeWith')}</span>
      </div>
    </figure>
  );
}
