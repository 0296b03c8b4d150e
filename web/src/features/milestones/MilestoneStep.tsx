import { Badge } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { type ComponentType, memo } from 'react';
import type { ItemDrag } from '../../components/lists/use-reorder.ts';
import { DueDay } from '../../components/DueDay.tsx';
import { RichText } from '../../components/rich-text/RichText.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DayInCalendar } from './DayInCalendar.tsx';
import classes from './MilestoneSteps.module.css';

type Part = ComponentType<{ milestone: Milestone }>;

type Props = {
  milestone: Milestone;
  isNext: boolean;
  /** Parts of a freelancer's step that a reader's does not have. */
  StepCheckbox?: Part | undefined;
  Tools?: Part | undefined;
  drag?: ItemDrag | undefined;
};

/** Rendered anew only when it changes or takes part in a drag: a project may have hundreds. */
export const MilestoneStep = memo(function MilestoneStep(props: Props) {
  const { milestone, isNext, StepCheckbox, Tools, drag } = props;
  const { t } = useTranslation();
  const { name, description, completed, order, due_on } = milestone;
  const isDragged = typeof drag === 'object';
  return (
    <li
      className={classes.step}
      data-completed={completed || undefined}
      data-next={isNext || undefined}
      data-place={order - 1}
      data-dragged={isDragged || undefined}
      data-drop={isDragged ? undefined : drag}
      style={isDragged ? { translate: `0 ${drag.y}px` } : undefined}
    >
      <span className={classes.marker}>
        {StepCheckbox ? (
          <StepCheckbox milestone={milestone} />
        ) : (
          <span className={classes.dot} aria-hidden>
            {completed && <IconCheck size={14} stroke={2.4} />}
          </span>
        )}
      </span>
      <div className={classes.body}>
        <div className={classes.title}>
          <h3 className={classes.name}>{name}</h3>
          {isNext && <Badge color="petrol">{t('milestones.next')}</Badge>}
          {due_on && !completed && (
            <span className={classes.due}>
              {StepCheckbox ? (
                <DueDay day={due_on} isQuiet={false} />
              ) : (
                <DayInCalendar milestone={milestone}>
                  <DueDay day={due_on} isQuiet />
                </DayInCalendar>
              )}
            </span>
          )}
          {!StepCheckbox && completed && <span className={classes.announcement}>{t('milestones.done')}</span>}
        </div>
        <RichText html={description} size="sm" className={classes.description ?? ''} />
      </div>
      {Tools && <Tools milestone={milestone} />}
    </li>
  );
});
