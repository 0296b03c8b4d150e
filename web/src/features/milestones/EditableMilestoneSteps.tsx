import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { useMemo } from 'react';
import { useReorder } from '../../components/lists/use-reorder.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type MilestoneActions, MilestoneActionsContext } from './milestone-actions.ts';
import { MilestoneSteps } from './MilestoneSteps.tsx';
import classes from './MilestoneSteps.module.css';
import { StepCheckbox, StepTools } from './StepTools.tsx';

type Props = {
  milestones: readonly Milestone[];
  /** Stays one object as long as nothing in it changes. */
  actions: MilestoneActions;
};

/** Steps with a checkbox, a handle and a menu each; moved by mouse, finger or keys. */
export function EditableMilestoneSteps({ milestones, actions }: Props) {
  const { t } = useTranslation();
  const count = milestones.length;
  const { listProps, dragOf, movedTo } = useReorder<HTMLOListElement>(
    milestones,
    (from, to) => {
      const milestone = milestones[from];
      if (milestone) actions.onMove(milestone, to + 1);
    },
    1,
  );
  const counted = useMemo(() => ({ ...actions, count }), [actions, count]);
  return (
    <MilestoneActionsContext value={counted}>
      <MilestoneSteps
        milestones={milestones}
        editing={{ StepCheckbox, Tools: StepTools, listProps, dragOf }}
      />
      <div aria-live="polite" className={classes.announcement}>
        {movedTo !== null && t('milestones.moved', { place: movedTo + 1, count })}
      </div>
    </MilestoneActionsContext>
  );
}
