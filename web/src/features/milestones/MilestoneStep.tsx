import { ActionIcon, Badge, Checkbox, Menu, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconDotsVertical,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { HTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../components/RichText.tsx';
import type { MilestoneActions } from './MilestoneSteps.tsx';
import classes from './MilestoneSteps.module.css';

type Props = {
  milestone: Milestone;
  count: number;
  isNext: boolean;
  actions: MilestoneActions | undefined;
  drag: HTMLAttributes<HTMLLIElement> | undefined;
  handle: HTMLAttributes<HTMLElement> | undefined;
};

export function MilestoneStep({ milestone, count, isNext, actions, drag, handle }: Props) {
  const { t } = useTranslation();
  const { name, description, completed } = milestone;
  return (
    <li
      className={classes.step}
      data-completed={completed || undefined}
      data-next={isNext || undefined}
      {...drag}
    >
      <span className={classes.marker}>
        {actions ? (
          <Checkbox
            checked={completed}
            onChange={(event) => actions.onComplete(milestone, event.currentTarget.checked)}
            aria-label={t('milestones.complete', { name })}
            color="green"
            radius="xl"
            size="md"
            classNames={{ root: classes.checkbox }}
          />
        ) : (
          <span className={classes.dot} aria-hidden>
            {completed && <IconCheck size={14} stroke={2.4} />}
          </span>
        )}
      </span>
      <div className={classes.body}>
        <div className={classes.title}>
          <Text component="h3" className={classes.name}>
            {name}
          </Text>
          {isNext && <Badge color="petrol">{t('milestones.next')}</Badge>}
          {!actions && completed && <span className={classes.announcement}>{t('milestones.done')}</span>}
        </div>
        <RichText html={description} size="sm" className={classes.description ?? ''} />
      </div>
      {actions && (
        <div className={classes.tools}>
          {count > 1 && (
            <ActionIcon
              {...handle}
              variant="subtle"
              color="gray"
              size={36}
              className={classes.handle}
              aria-label={t('milestones.drag', { name })}
              title={t('milestones.dragHint')}
            >
              <IconGripVertical size={18} />
            </ActionIcon>
          )}
          <MilestoneMenu milestone={milestone} count={count} actions={actions} />
        </div>
      )}
    </li>
  );
}

type MenuProps = { milestone: Milestone; count: number; actions: MilestoneActions };

function MilestoneMenu({ milestone, count, actions }: MenuProps) {
  const { t } = useTranslation();
  const { name, order } = milestone;
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('milestones.actionsOf', { name })}>
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
