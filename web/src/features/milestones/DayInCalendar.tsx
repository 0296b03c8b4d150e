import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './MilestoneSteps.module.css';

type Props = { milestone: Milestone; children: ReactNode };

/** The day of a milestone, which leads to it as a file that calendars open. */
export function DayInCalendar({ milestone: { id, project }, children }: Props) {
  const { t } = useTranslation();
  return (
    <a
      href={`/api/projects/${project}/calendar/?milestone=${id}`}
      title={t('project.calendar')}
      className={classes.calendar}
    >
      {children}
    </a>
  );
}
