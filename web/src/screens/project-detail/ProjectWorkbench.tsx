import { Anchor } from '@mantine/core';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { AboutProject } from './AboutProject.tsx';
import { MilestoneEditing } from './MilestoneEditing.tsx';
import { ProjectActivity } from './activity/ProjectActivity.tsx';
import { ProjectActions } from './ProjectActions.tsx';
import { ProjectHeader } from './ProjectHeader.tsx';
import { NoReader } from './NoReader.tsx';
import classes from './ProjectPage.module.css';
import { VersionEditing } from './VersionEditing.tsx';

/** The freelancer's page: the client's page with the tools that edit it. */
export function ProjectWorkbench({ project }: { project: Project }) {
  const { t } = useTranslation();
  return (
    <article>
      <ProjectHeader
        project={project}
        actions={<ProjectActions project={project} />}
        people={
          <>
            <Anchor component={Link} to={paths.projects} c="inherit">
              {t('projects.title')}
            </Anchor>
            <span aria-hidden> / </span>
            {project.customer === null
              ? t('projects.noCustomer')
              : t('project.for', { customer: project.customer })}
          </>
        }
      />
      <NoReader project={project} />
      <div className={classes.columns}>
        <VersionEditing project={project} />
        <div className={classes.side}>
          <MilestoneEditing project={project} />
          <AboutProject description={project.description} />
          <ProjectActivity project={project} />
        </div>
      </div>
    </article>
  );
}
