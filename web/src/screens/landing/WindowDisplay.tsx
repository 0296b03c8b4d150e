import { useTranslation } from '../../i18n/use-translation.ts';
import { ProductPicture } from '../../components/product-pictures/ProductPicture.tsx';
import { LANDING_PICTURES } from '../../components/product-pictures/landing-pictures.ts';
import classes from './WindowDisplay.module.css';

const STRIPES = Array.from({ length: 21 }, (_, stripe) => stripe);

/** A picture of a client's page below an awning, in the reader's language and theme. */
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
        <ProductPicture
          addresses={LANDING_PICTURES}
          name="client/client-wide"
          narrowName="client/client-narrow"
          alt={t('landing.sample')}
          width={1120}
          height={720}
        />
      </div>
      <div className={classes.sill} />
    </figure>
  );
}
