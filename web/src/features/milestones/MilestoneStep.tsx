import { Badge } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { HTMLAttributes, ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RichText } from '../../components/rich-text/RichText.tsx';
import classes from './MilestoneSteps.module.css';

/** What a freelancer's step has and a reader's has not. */
export type StepEditing = { checkbox: ReactNode; tools: ReactNode; item: HTMLAttributes<HTMLLIElement> };

type Props = { milestone: Milestone; isNext: boolean; editing: StepEditing | undefined };

export function MilestoneStep({ milestone, isNext, editing }: Props) {
  const { t } = useTranslation();
  const { name, description, completed } = milestone;
  return (
    <li
      className={classes.step}
      data-completed={completed || undefined}
      data-next={isNext || undefined}
      {...editing?.item}
    >
      <span className={classes.marker}>
        {editing?.checkbox ?? (
          <span className={classes.dot} aria-hidden>
            {completed && <IconCheck size={14} stroke={2.4} />}
          </span>
        )}
      </span>
      <div className={classes.body}>
        <div className={classes.title}>
          <h3 className={classes.name}>{name}</h3>
          {isNext && <Badge color="petrol">{t('milestones.next')}</Badge>}
          {!editing && completed && <span className={classes.announcement}>{t('milestones.done')}</span>}
        </div>
        <RichText html={description} size="sm" className={classes.description ?? ''} />
      </div>
      {editing && <div className={classes.tools}>{editing.tools}</div>}
    </li>
  );
}
