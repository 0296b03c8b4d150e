import { Avatar, Title } from '@mantine/core';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DueDay } from '../../../components/DueDay.tsx';
import { ExpectedDay } from '../../../features/projects/ExpectedDay.tsx';
import { useFormat } from '../../../components/use-format.ts';
import { ProjectStatusBadge } from '../../../features/projects/ProjectStatusBadge.tsx';
import classes from './ClientHeader.module.css';
import { MilestoneBar } from './MilestoneBar.tsx';
import { NewsLine } from './NewsLine.tsx';

/** Longer names are set smaller and cut, since the work has to begin on the first screen. */
const LONG_NAME = 45;
/** Longer names may need a second line on a phone. */
const ONE_LINE = 24;

/** Freelancer, name, progress and news of a project; short, because the work comes next. */
export function ClientHeader({ project }: { project: Project }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { freelancer, name, status, milestones, progress } = project;
  const isLong = name.length > LONG_NAME;
  const next = milestones.find(({ completed }) => !completed);
  return (
    <header className={classes.header}>
      <div className={classes.freelancer}>
        <Avatar name={freelancer} color="initials" size={28} aria-hidden>
          {format.initial(freelancer)}
        </Avatar>
        <span>{freelancer}</span>
      </div>
      <Title
        order={1}
        className={classes.name}
        mod={{ long: isLong, two: name.length > ONE_LINE }}
        // A name that is cut is whole while it has the focus, which a tap gives it.
        {...(isLong && { tabIndex: 0, title: name })}
      >
        {name}
      </Title>
      <div className={classes.facts}>
        <ProjectStatusBadge status={status} />
        {milestones.length > 0 && (
          <>
            <span className={classes.percent}>{format.percent(progress)}</span>
            <span aria-hidden>·</span>
            <span className={classes.next}>
              {next ? t('project.next', { milestone: next.name }) : t('project.delivered')}
            </span>
            {next?.due_on && (
              <>
                <span aria-hidden>·</span>
                <DueDay day={next.due_on} isQuiet />
              </>
            )}
          </>
        )}
      </div>
      <ExpectedDay day={project.expected_on} className={classes.facts} isQuiet />
      {milestones.length > 0 && <MilestoneBar milestones={milestones} />}
      <NewsLine project={project} />
    </header>
  );
}
