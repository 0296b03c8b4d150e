import { ActionIcon, Checkbox } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MilestoneMenu } from './MilestoneMenu.tsx';
import { MilestoneSteps } from './MilestoneSteps.tsx';
import classes from './MilestoneSteps.module.css';
import { useReorder } from './use-reorder.ts';

export type MilestoneActions = {
  onComplete: (milestone: Milestone, completed: boolean) => void;
  onEdit: (milestone: Milestone) => void;
  onDelete: (milestone: Milestone) => void;
  /** `order` is the new position, from 1. */
  onMove: (milestone: Milestone, order: number) => void;
};

type Props = { milestones: readonly Milestone[]; actions: MilestoneActions };

/** Steps with a checkbox, a handle and a menu each; moved by mouse, finger or arrow keys. */
export function EditableMilestoneSteps({ milestones, actions }: Props) {
  const { t } = useTranslation();
  const count = milestones.length;
  const { itemProps, handleProps, movedTo } = useReorder(milestones, (from, to) => {
    const milestone = milestones[from];
    if (milestone) actions.onMove(milestone, to + 1);
  });
  const editingOf = (milestone: Milestone) => {
    const { name, completed, order } = milestone;
    return {
      item: itemProps(order - 1),
      checkbox: (
        <Checkbox
          checked={completed}
          onChange={(event) => actions.onComplete(milestone, event.currentTarget.checked)}
          aria-label={t('milestones.complete', { name })}
          color="green"
          radius="xl"
          size="md"
          classNames={{ input: classes.checkbox ?? '' }}
        />
      ),
      tools: (
        <>
          {count > 1 && (
            <ActionIcon
              {...handleProps(order - 1)}
              variant="subtle"
              color="gray"
              size={44}
              className={classes.handle}
              aria-label={t('milestones.drag', { name })}
              title={t('milestones.dragHint')}
            >
              <IconGripVertical size={18} />
            </ActionIcon>
          )}
          <MilestoneMenu milestone={milestone} count={count} actions={actions} />
        </>
      ),
    };
  };
  return (
    <>
      <MilestoneSteps milestones={milestones} editingOf={editingOf} />
      <div aria-live="polite" className={classes.announcement}>
        {movedTo !== null && t('milestones.moved', { place: movedTo + 1, count })}
      </div>
    </>
  );
}
