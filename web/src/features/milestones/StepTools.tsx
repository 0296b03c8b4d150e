import { Checkbox } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { use } from 'react';
import { useIsArranging } from '../../components/lists/arranging.ts';
import { ItemMenu } from '../../components/lists/ItemMenu.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MilestoneActionsContext } from './milestone-actions.ts';
import { MilestoneMenu } from './MilestoneMenu.tsx';
import classes from './MilestoneSteps.module.css';

/** In place of a reader's mark. */
export function StepCheckbox({ milestone }: { milestone: Milestone }) {
  const { t } = useTranslation();
  const actions = use(MilestoneActionsContext);
  return (
    <Checkbox
      checked={milestone.completed}
      onChange={(event) => actions?.onComplete(milestone, event.currentTarget.checked)}
      aria-label={t('work.complete', { name: milestone.name })}
      color="green"
      radius="xl"
      size="md"
      classNames={{ input: classes.checkbox ?? '' }}
    />
  );
}

/** The handle that moves a step, and the menu of the other things that change it. */
export function StepTools({ milestone }: { milestone: Milestone }) {
  const { t } = useTranslation();
  const actions = use(MilestoneActionsContext);
  const isArranging = useIsArranging();
  if (!actions) return null;
  const { name } = milestone;
  return (
    <div className={classes.tools}>
      {isArranging && actions.count > 1 && (
        <button
          type="button"
          data-handle
          className={classes.tool}
          aria-label={t('milestones.drag', { name })}
          title={t('work.dragHint')}
        >
          <IconGripVertical size={18} aria-hidden />
        </button>
      )}
      <ItemMenu label={t('milestones.actionsOf', { name })} className={classes.tool} width={190}>
        <MilestoneMenu milestone={milestone} actions={actions} />
      </ItemMenu>
    </div>
  );
}
