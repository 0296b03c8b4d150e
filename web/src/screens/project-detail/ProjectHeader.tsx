import { Title } from '@mantine/core';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { ReactNode } from 'react';
import { DueDay } from '../../components/DueDay.tsx';
import { ExpectedDay } from '../../features/projects/ExpectedDay.tsx';
import { useFormat } from '../../components/use-format.ts';
import { ProjectStatusBadge } from '../../features/projects/ProjectStatusBadge.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MilestoneBar } from './client/MilestoneBar.tsx';
import classes from './ProjectHeader.module.css';

/** Names from this length on are set smaller. */
const LONG_NAME = 60;

type Props = { project: Project; people: ReactNode; actions: ReactNode; below: ReactNode };

/** The people of the project, its name, and its progress in one line, as the client's page has them. */
export function ProjectHeader({ project, people, actions, below }: Props) {
  const { name, milestones } = project;
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <div className={classes.people}>{people}</div>
        {actions}
      </div>
      <Title order={1} className={classes.name} mod={{ long: name.length > LONG_NAME }}>
        {name}
      </Title>
      <Facts project={project} />
      <ExpectedDay day={project.expected_on} className={classes.facts} isQuiet={false} />
      {milestones.length > 0 && <MilestoneBar milestones={milestones} />}
      {below}
    </header>
  );
}

function Facts({ project: { status, milestones, progress } }: { project: Project }) {
  const { t } = useTranslation();
  const format = useFormat();
  const next = milestones.find(({ completed }) => !completed);
  return (
    <div className={classes.facts}>
      <ProjectStatusBadge status={status} />
      {milestones.length > 0 && (
        <>
          <span className={classes.percent}>{format.percent(progress)}</span>
          <span aria-hidden>·</span>
          <span className={classes.next}>
            {next ? t('project.next', { milestone: next.name }) : t('project.allDone')}
          </span>
          {next?.due_on && (
            <>
              <span aria-hidden>·</span>
              <DueDay day={next.due_on} isQuiet={false} />
            </>
          )}
        </>
      )}
    </div>
  );
}
