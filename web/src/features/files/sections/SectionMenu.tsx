import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useState } from 'react';
import { confirmDelete } from '../../../components/feedback/confirm-delete.tsx';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { ItemMenu } from '../../../components/lists/ItemMenu.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { SectionNameModal } from '../editing/lazy-dialogs.ts';
import classes from './SectionMenu.module.css';
import { useDeleteSection, useUpdateSection } from './api.ts';

type Props = {
  version: Pick<Version, 'id' | 'sections'>;
  section: Version['sections'][number];
  index: number;
};

export function SectionMenu({ version, section, index }: Props) {
  const { t } = useTranslation();
  const [isRenaming, setRenaming] = useState(false);
  const { mutate: update } = useUpdateSection();
  const { mutate: remove } = useDeleteSection(version.id);
  const showError = useActionError();
  const onError = (error: unknown) => showError(error);
  const move = (order: number) => update({ id: section.id, order }, { onError });
  const askToDelete = () =>
    confirmDelete({
      title: t('sections.deleteTitle', { name: section.name }),
      message: t('sections.deleteMessage'),
      confirmLabel: t('actions.delete'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => remove(section.id, { onError }),
    });
  const close = () => setRenaming(false);
  return (
    <>
      <ItemMenu
        label={t('sections.actionsOf', { name: section.name })}
        className={classes.button}
        width={200}
      >
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setRenaming(true)}>
          {t('sections.rename')}
        </Menu.Item>
        {index > 0 && (
          <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => move(index)}>
            {t('sections.moveUp')}
          </Menu.Item>
        )}
        {index < version.sections.length - 1 && (
          <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => move(index + 2)}>
            {t('sections.moveDown')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item c="red" leftSection={<IconTrash size={16} />} onClick={askToDelete}>
          {t('actions.delete')}
        </Menu.Item>
      </ItemMenu>
      <SectionNameModal section={section} opened={isRenaming} onClose={close} />
    </>
  );
}
