import { Button, Menu } from '@mantine/core';
import { IconBlockquote, IconFolderSymlink, IconPencil } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { use } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { FileActionsContext } from '../file-actions.ts';

type Props = {
  files: readonly ProjectFile[];
  /** Called before the dialog of an entry opens. */
  onClose: () => void;
};

/** Changes of many chosen files, each with a dialog of its own. */
export function EditMenu({ files, onClose }: Props) {
  const { t } = useTranslation();
  const actions = use(FileActionsContext);
  if (!actions) return null;
  const start = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <Button variant="default" h={44} disabled={files.length === 0}>
          {t('work.edit')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFolderSymlink size={16} />}
          onClick={start(() => actions.onSection(files))}
        >
          {t('sections.moveTo')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          onClick={start(() => actions.onMany('name', files))}
        >
          {t('work.rename')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBlockquote size={16} />}
          onClick={start(() => actions.onMany('words', files))}
        >
          {t('words.caption')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
