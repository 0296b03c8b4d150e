import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { MilestoneActions } from './EditableMilestoneSteps.tsx';

type Props = { milestone: Milestone; count: number; actions: MilestoneActions };

export function MilestoneMenu({ milestone, count, actions }: Props) {
  const { t } = useTranslation();
  const { name, order } = milestone;
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('milestones.actionsOf', { name })}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.onEdit(milestone)}>
          {t('actions.edit')}
        </Menu.Item>
        {order > 1 && (
          <Menu.Item
            leftSection={<IconArrowUp size={16} />}
            onClick={() => actions.onMove(milestone, order - 1)}
          >
            {t('milestones.moveUp')}
          </Menu.Item>
        )}
        {order < count && (
          <Menu.Item
            leftSection={<IconArrowDown size={16} />}
            onClick={() => actions.onMove(milestone, order + 1)}
          >
            {t('milestones.moveDown')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => actions.onDelete(milestone)}
        >
          {t('actions.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
