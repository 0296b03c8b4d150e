import { Button } from '@mantine/core';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MilestoneStep } from './MilestoneStep.tsx';
import classes from './MilestoneSteps.module.css';
import { foldedSteps } from './folded-steps.ts';

type StepProps = ComponentProps<typeof MilestoneStep>;

type Props = {
  milestones: readonly Milestone[];
  /** Undefined for readers: then nothing can be changed, nor looks as if it could. */
  editing?: Pick<StepProps, 'StepCheckbox' | 'Tools'> & {
    /** Properties that make the steps movable. */
    listProps: ComponentProps<'ol'>;
    dragOf: (index: number) => StepProps['drag'];
  };
};

/** Milestones as vertical steps (specification 2.8); a long list is folded around the next one. */
export function MilestoneSteps({ milestones, editing }: Props) {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  const next = milestones.find((milestone) => !milestone.completed);
  const { shown, hiddenCount } = foldedSteps(milestones, isUnfolded);
  return (
    <>
      <ol className={classes.steps} {...editing?.listProps}>
        {shown.map((milestone) => (
          <MilestoneStep
            key={milestone.id}
            milestone={milestone}
            isNext={milestone === next}
            StepCheckbox={editing?.StepCheckbox}
            Tools={editing?.Tools}
            drag={editing?.dragOf(milestone.order - 1)}
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
