import { useTranslation } from '../../i18n/use-translation.ts';
import { ProductPicture } from '../../components/product-pictures/ProductPicture.tsx';
import { LANDING_PICTURES } from '../../components/product-pictures/landing-pictures.ts';
import classes from './Features.module.css';
import { Section } from './Section.tsx';

const FEATURES = ['projects', 'clients', 'files'] as const;

/** Specification 8.4: project management, client collaboration, file management, each with a picture of its screen. */
export function Features() {
  const { t } = useTranslation();
  return (
    <Section id="features" title={t('landing.features.title')}>
      <ul className={classes.list}>
        {FEATURES.map((key) => (
          <li key={key} className={classes.feature}>
            <div className={classes.picture}>
              <ProductPicture
                addresses={LANDING_PICTURES}
                name={`feature/feature-${key}`}
                alt={t(`landing.features.${key}.picture`)}
                width={480}
                height={360}
              />
            </div>
            <h3 className={classes.name}>{t(`landing.features.${key}.title`)}</h3>
            <p className={classes.text}>{t(`landing.features.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
