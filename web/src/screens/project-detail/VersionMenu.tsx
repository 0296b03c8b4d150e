import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconPencil, IconTrash, IconEye } from '@tabler/icons-react';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './VersionItem.module.css';
import { useConfirmDeleteVersion } from './use-confirm-delete.ts';

type Props = { version: Version; onEdit: () => void; onReceivers: () => void };

export function VersionMenu({ version, onEdit, onReceivers }: Props) {
  const { t } = useTranslation();
  const askToDelete = useConfirmDeleteVersion();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          className={classes.menu}
          aria-label={t('versions.actionsOf', { number: version.version_number })}
        >
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {t('actions.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconEye size={16} />} onClick={onReceivers}>
          {t('work.receivers')}
        </Menu.Item>
        <Menu.Item c="red" leftSection={<IconTrash size={16} />} onClick={() => void askToDelete(version)}>
          {t('actions.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
