import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { ContextType } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { MilestoneActionsContext } from './milestone-actions.ts';

type Props = { milestone: Milestone; actions: NonNullable<ContextType<typeof MilestoneActionsContext>> };

/** Actions on a milestone, as entries of its menu. */
export function MilestoneMenu({ milestone, actions }: Props) {
  const { t } = useTranslation();
  const { order } = milestone;
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.onEdit(milestone)}>
        {t('actions.edit')}
      </Menu.Item>
      {order > 1 && (
        <Menu.Item
          leftSection={<IconArrowUp size={16} />}
          onClick={() => actions.onMove(milestone, order - 1)}
        >
          {t('work.moveUp')}
        </Menu.Item>
      )}
      {order < actions.count && (
        <Menu.Item
          leftSection={<IconArrowDown size={16} />}
          onClick={() => actions.onMove(milestone, order + 1)}
        >
          {t('work.moveDown')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item c="red" leftSection={<IconTrash size={16} />} onClick={() => actions.onDelete(milestone)}>
        {t('actions.delete')}
      </Menu.Item>
    </>
  );
}
