import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconFolderUp, IconLink, IconUpload } from '@tabler/icons-react';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LinkModal } from './editing/lazy-dialogs.ts';
import classes from './AddFiles.module.css';
import { startUploads } from './uploads/uploads-of-tab.ts';
import { withoutLitter } from './uploads/collect-files.ts';

type Props = { version: Version; variant?: 'default' | 'filled' };

/** Button that chooses files or a folder for a version, or adds a link. Drop and paste are handled by the grid. */
export function AddFiles({ version, variant = 'default' }: Props) {
  const { t } = useTranslation();
  const filesInput = useRef<HTMLInputElement>(null);
  const [isLinking, setLinking] = useState(false);
  const folderInput = useRef<HTMLInputElement>(null);

  const add = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    startUploads(version.id, withoutLitter(Array.from(currentTarget.files ?? [])));
    // Without this the input would not report the same file when it is chosen again, say after a refusal.
    currentTarget.value = '';
  };

  return (
    <Group gap={1} wrap="nowrap">
      <Button
        variant={variant}
        h={44}
        leftSection={<IconUpload size={18} />}
        onClick={() => filesInput.current?.click()}
        className={classes.main}
      >
        {t('work.add')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant={variant} size={44} aria-label={t('work.moreWays')} className={classes.more}>
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFolderUp size={16} />} onClick={() => folderInput.current?.click()}>
            {t('work.addFolder')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => setLinking(true)}>
            {t('linkTools.add')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LinkModal version={version} opened={isLinking} onClose={() => setLinking(false)} />
      <input ref={filesInput} type="file" multiple hidden onChange={add} aria-label={t('work.add')} />
      <input
        ref={(input) => {
          folderInput.current = input;
          if (input) input.webkitdirectory = true;
        }}
        type="file"
        multiple
        hidden
        onChange={add}
        aria-label={t('work.addFolder')}
      />
    </Group>
  );
}
