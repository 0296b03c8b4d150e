import { Text, Title } from '@mantine/core';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ProjectStatusBadge } from '../../features/projects/ProjectStatusBadge.tsx';
import classes from './ProjectHeader.module.css';
import { ProjectProgressLine } from './ProjectProgressLine.tsx';

/** Names from this length on are set smaller. */
const LONG_NAME = 60;

type Props = { project: Project; people: ReactNode; actions?: ReactNode };

/** The people of the project, its name, and its progress in one line. */
export function ProjectHeader({ project, people, actions }: Props) {
  const { t } = useTranslation();
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <div className={classes.people}>{people}</div>
        {actions}
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
