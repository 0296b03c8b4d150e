import { Menu } from '@mantine/core';
import {
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowLeft,
  IconArrowRight,
  IconBlockquote,
  IconDownload,
  IconEye,
  IconFolderSymlink,
  IconPencil,
  IconPhotoStar,
  IconTrash,
} from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { ContextType } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { downloadUrl } from '../grid/file-opening.ts';
import type { FileActionsContext } from './file-actions.ts';

type Props = {
  file: ProjectFile;
  /** Position among the version's files, from 0. */
  index: number;
  actions: NonNullable<ContextType<typeof FileActionsContext>>;
};

/** Actions on a file, as entries of its menu. */
export function FileMenu({ file, index, actions }: Props) {
  const { t } = useTranslation();
  const { count, coverId, onRename, onWords, onSection, onDelete, onReceivers, onCover, onMove } = actions;
  const isCover = coverId === file.id;
  const moves = [
    { to: 0, icon: IconArrowBarToLeft, text: t('work.moveToStart'), isShown: index > 1 },
    { to: index - 1, icon: IconArrowLeft, text: t('work.moveEarlier'), isShown: index > 0 },
    { to: index + 1, icon: IconArrowRight, text: t('work.moveLater'), isShown: index < count - 1 },
    { to: count - 1, icon: IconArrowBarToRight, text: t('work.moveToEnd'), isShown: index < count - 2 },
  ];
  return (
    <>
      <Menu.Item component="a" href={downloadUrl(file)} leftSection={<IconDownload size={16} />}>
        {t('files.downloadShort')}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onRename(file)}>
        {t('work.rename')}
      </Menu.Item>
      <Menu.Item leftSection={<IconBlockquote size={16} />} onClick={() => onWords(file)}>
        {t('words.caption')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFolderSymlink size={16} />} onClick={() => onSection([file])}>
        {t('sections.moveTo')}
      </Menu.Item>
      <Menu.Item leftSection={<IconEye size={16} />} onClick={() => onReceivers(file)}>
        {t('work.receivers')}
      </Menu.Item>
      {(file.thumbnail !== null || isCover) && (
        <Menu.Item leftSection={<IconPhotoStar size={16} />} onClick={() => onCover(isCover ? null : file)}>
          {t(isCover ? 'work.noCover' : 'work.useAsCover')}
        </Menu.Item>
      )}
      {moves.map(
        ({ to, icon: Icon, text, isShown }) =>
          isShown && (
            <Menu.Item key={text} leftSection={<Icon size={16} />} onClick={() => onMove(file, to)}>
              {text}
            </Menu.Item>
          ),
      )}
      <Menu.Divider />
      <Menu.Item c="red" leftSection={<IconTrash size={16} />} onClick={() => onDelete(file)}>
        {t('actions.delete')}
      </Menu.Item>
    </>
  );
}
