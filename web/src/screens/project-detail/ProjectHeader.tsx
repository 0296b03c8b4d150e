import { Anchor, Text, Title } from '@mantine/core';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ProjectStatusBadge } from '../../features/projects/ProjectStatusBadge.tsx';
import { paths } from '../../paths.ts';
import { ProjectActions } from './ProjectActions.tsx';
import classes from './ProjectHeader.module.css';
import { ProjectProgressLine } from './ProjectProgressLine.tsx';

/** From here on a name is set smaller. */
const LONG_NAME = 60;

type Props = { project: Project; canEdit: boolean };

/** Whose work and for whom, the name in the display face, and in one line how far it is. */
export function ProjectHeader({ project, canEdit }: Props) {
  const { t } = useTranslation();
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <Text className={classes.people}>
          {canEdit ? (
            <>
              <Anchor component={Link} to={paths.projects} c="inherit">
                {t('projects.title')}
              </Anchor>
              <span aria-hidden> / </span>
              {project.customer === null
                ? t('projects.noCustomer')
                : t('project.for', { customer: project.customer })}
            </>
          ) : (
            project.freelancer
          )}
        </Text>
        {canEdit && <ProjectActions project={project} />}
      </div>
      <Title order={1} className={classes.name} mod={{ long: project.name.length > LONG_NAME }}>
        {project.name}
      </Title>
      <div className={classes.facts}>
        <ProjectStatusBadge status={project.status} size="lg" />
        <Text size="sm" c="dimmed">
          {t('project.updated')} <RelativeTime timestamp={project.last_updated} />
        </Text>
      </div>
      <ProjectProgressLine project={project} />
    </header>
  );
}
