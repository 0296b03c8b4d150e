import { Title } from '@mantine/core';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../components/RichText.tsx';
import { useSignedInUser } from '../../features/auth/api.ts';
import { MilestonesSection } from './MilestonesSection.tsx';
import { ProjectHeader } from './ProjectHeader.tsx';
import classes from './ProjectView.module.css';
import { VersionsSection } from './VersionsSection.tsx';

/** What was made on the one side, the way there and what it is about on the other. */
export function ProjectView({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { isFreelancer: canEdit } = useSignedInUser();
  return (
    <article>
      <ProjectHeader project={project} canEdit={canEdit} />
      <div className={classes.columns}>
        <VersionsSection project={project} canEdit={canEdit} />
        <div className={classes.side}>
          <MilestonesSection project={project} canEdit={canEdit} />
          {project.description !== '' && (
            <section className={classes.card} aria-labelledby="about-project">
              <Title order={2} id="about-project" size="h3" mb="sm">
                {t('project.about')}
              </Title>
              <RichText html={project.description} size="sm" />
            </section>
          )}
        </div>
      </div>
    </article>
  );
}
