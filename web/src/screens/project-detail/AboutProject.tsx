import { Title } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RichText } from '../../components/rich-text/RichText.tsx';
import classes from './ProjectPage.module.css';

/** The project's description; nothing where there is none. */
export function AboutProject({ description }: { description: string }) {
  const { t } = useTranslation();
  if (description === '') return null;
  return (
    <section className={classes.card} aria-labelledby="about-project">
      <Title order={2} id="about-project" size="h3" mb="sm">
        {t('project.about')}
      </Title>
      <RichText html={description} size="sm" />
    </section>
  );
}
