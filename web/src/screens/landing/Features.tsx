import { IconChecklist, IconFolderOpen, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Features.module.css';
import { Section } from './Section.tsx';

const FEATURES = [
  { key: 'projects', icon: IconChecklist },
  { key: 'clients', icon: IconKey },
  { key: 'files', icon: IconFolderOpen },
] as const;

/** Specification 8.4: project management, client collaboration, file management. */
export function Features() {
  const { t } = useTranslation();
  return (
    <Section id="features" title={t('landing.features.title')}>
      <ul className={classes.list}>
        {FEATURES.map(({ key, icon: Icon }) => (
          <li key={key} className={classes.feature}>
            <Icon size={28} stroke={1.4} className={classes.icon} aria-hidden />
            <h3 className={classes.name}>{t(`landing.features.${key}.title`)}</h3>
            <p className={classes.text}>{t(`landing.features.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
