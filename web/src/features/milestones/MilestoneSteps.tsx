import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MilestoneStep } from './MilestoneStep.tsx';
import classes from './MilestoneSteps.module.css';
import { useReorder } from './use-reorder.ts';
import { foldedSteps } from './folded-steps.ts';

type Props = {
  milestones: readonly Milestone[];
  /** Undefined for readers: then nothing can be changed, and nothing looks as if it could. */
  actions?: MilestoneActions | undefined;
};

export type MilestoneActions = {
  onComplete: (milestone: Milestone, completed: boolean) => void;
  onEdit: (milestone: Milestone) => void;
  onDelete: (milestone: Milestone) => void;
  /** `order` is the new place, 1 for the first. */
  onMove: (milestone: Milestone, order: number) => void;
};

/** Milestones as vertical steps, the completed ones highlighted (SPEC 2); many fold around the next one. */
export function MilestoneSteps({ milestones, actions }: Props) {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  const next = milestones.find((milestone) => !milestone.completed);
  const { shown, hiddenCount } = foldedSteps(milestones, isUnfolded);
  const reorder = useReorder((from, to) => {
    const milestone = milestones[from];
    if (milestone) actions?.onMove(milestone, to + 1);
  });

  return (
    <>
      <ol className={classes.steps}>
        {shown.map((milestone) => (
          <MilestoneStep
            key={milestone.id}
            milestone={milestone}
            count={milestones.length}
            isNext={milestone === next}
            actions={actions}
            drag={actions && reorder.itemProps(milestone.order - 1)}
            handle={actions && reorder.handleProps(milestone.order - 1, milestones.length)}
          />
        ))}
      </ol>
      {(hiddenCount > 0 || isUnfolded) && (
        <Button variant="subtle" h={44} fullWidth onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? t('milestones.showFewer') : t('milestones.showAll', { count: milestones.length })}
        </Button>
      )}
      <div aria-live="polite" className={classes.announcement}>
        {reorder.movedTo !== null &&
          t('milestones.moved', { place: reorder.movedTo + 1, count: milestones.length })}
      </div>
    </>
  );
}
