import { useQuery } from '@tanstack/react-query';
import { legalPageUrl, legalQuery } from '../../features/legal/api.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './Footer.module.css';

/** The company behind the installation and links to its texts, where its owner has set them (specification 7.13). */
export function CompanyLines() {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(legalQuery(i18n.language));
  if (!data) return null;
  const { company, texts } = data;
  const office = [company?.tax_office, company?.tax_number].filter(Boolean).join(' ');
  const lines = [
    company?.title,
    company?.address,
    office && t('company.tax', { office }),
    company?.mersis && t('company.mersis', { number: company.mersis }),
  ].filter(Boolean);
  return (
    <>
      <p>{lines.join(' · ')}</p>
      <p>
        {texts.map(({ name, title }) => (
          <a
            key={name}
            className={classes.text}
            href={legalPageUrl(name, i18n.language)}
            target="_blank"
            rel="noreferrer"
          >
            {title}
          </a>
        ))}
      </p>
    </>
  );
}
