import { Button } from '@mantine/core';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MilestoneStep, type StepEditing } from './MilestoneStep.tsx';
import classes from './MilestoneSteps.module.css';
import { foldedSteps } from './folded-steps.ts';

type Props = {
  milestones: readonly Milestone[];
  /** Undefined for readers: then nothing can be changed, nor looks as if it could. */
  editingOf?: (milestone: Milestone) => StepEditing;
};

/**
 * Milestones as vertical steps, the completed ones highlighted (specification 2.8); a long list is folded around the
 * next one.
 */
export function MilestoneSteps({ milestones, editingOf }: Props) {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  const next = milestones.find((milestone) => !milestone.completed);
  const { shown, hiddenCount } = foldedSteps(milestones, isUnfolded);
  return (
    <>
      <ol className={classes.steps}>
        {shown.map((milestone) => (
          <MilestoneStep
            key={milestone.id}
            milestone={milestone}
            isNext={milestone === next}
            editing={editingOf?.(milestone)}
          />
        ))}
      </ol>
      {(hiddenCount > 0 || isUnfolded) && (
        <Button variant="subtle" h={44} fullWidth onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? t('milestones.showFewer') : t('milestones.showAll', { count: milestones.length })}
        </Button>
      )}
    </>
  );
}
