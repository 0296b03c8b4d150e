import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconFolderUp, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './AddFiles.module.css';
import { startUploads } from './uploads/uploads-of-tab.ts';
import { withoutLitter } from './uploads/collect-files.ts';

type Props = { versionId: number; variant?: 'default' | 'filled' };

/** Button that chooses files, or a folder, for a version. Drop and paste are handled by the grid. */
export function AddFiles({ versionId, variant = 'default' }: Props) {
  const { t } = useTranslation();
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);

  const add = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    startUploads(versionId, withoutLitter(Array.from(currentTarget.files ?? [])));
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
        </Menu.Dropdown>
      </Menu>
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
