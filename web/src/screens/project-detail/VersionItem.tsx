import { Accordion, ActionIcon, Badge, Menu, Text } from '@mantine/core';
import { IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { RichText } from '../../components/RichText.tsx';
import { FileGrid } from '../../features/files/FileGrid.tsx';
import classes from './VersionItem.module.css';
import { useConfirmDeleteVersion } from './use-confirm-delete.ts';

type Props = {
  version: Version;
  isCurrent: boolean;
  isOpen: boolean;
  canEdit: boolean;
  onEdit: () => void;
};

export function VersionItem({ version, isCurrent, isOpen, canEdit, onEdit }: Props) {
  const { t } = useTranslation();
  const askToDelete = useConfirmDeleteVersion();
  const number = version.version_number;
  // SPEC 4: files load when a version is first opened, once.
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <Accordion.Item value={String(version.id)} data-current={isCurrent || undefined}>
      <div className={classes.head}>
        <Accordion.Control>
          <span className={classes.title}>
            <span className={classes.number}>{t('versions.name', { number })}</span>
            {isCurrent && <Badge color="petrol">{t('versions.current')}</Badge>}
            <Text span size="sm" c="dimmed" fw={400}>
              <RelativeTime timestamp={version.created_at} />
            </Text>
          </span>
        </Accordion.Control>
        {canEdit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                className={classes.menu}
                aria-label={t('versions.actionsOf', { number })}
              >
                <IconDotsVertical size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
                {t('actions.edit')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => askToDelete(version)}
              >
                {t('actions.delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <Accordion.Panel>
        {version.description !== '' && (
          <div className={classes.description}>
            <RichText html={version.description} />
          </div>
        )}
        {wasOpened && <FileGrid versionId={version.id} canEdit={canEdit} />}
      </Accordion.Panel>
    </Accordion.Item>
  );
}
