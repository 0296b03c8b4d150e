import { Menu } from '@mantine/core';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { createContext, use, useState } from 'react';
import { confirmDelete } from '../../../components/feedback/confirm-delete.tsx';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { ItemMenu } from '../../../components/lists/ItemMenu.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { LinkModal } from '../editing/lazy-dialogs.ts';
import classes from '../editing/FileMenuButton.module.css';
import { useDeleteLink } from './api.ts';

type Link = Version['links'][number];

type Linked = {
  /** Its sections are those that a link can be moved to. */
  version: Pick<Version, 'id' | 'sections'>;
  onReceivers: ((link: Link) => void) | undefined;
};

/** The version of the links below. */
export const LinkedVersion = createContext<Linked | null>(null);

export function LinkMenu({ link }: { link: Link }) {
  const { t } = useTranslation();
  const { version, onReceivers } = use(LinkedVersion) ?? {};
  const [isEditing, setEditing] = useState(false);
  const { mutate: remove } = useDeleteLink();
  const showError = useActionError();
  const askToDelete = () =>
    confirmDelete({
      title: t('linkTools.deleteTitle', { title: link.title }),
      message: t('linkTools.deleteMessage'),
      confirmLabel: t('actions.delete'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => remove(link.id, { onError: (error: unknown) => showError(error) }),
    });
  return (
    <span className={classes.end}>
      <ItemMenu
        label={t('linkTools.actionsOf', { title: link.title })}
        className={classes.button}
        width={200}
      >
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
          {t('linkTools.edit')}
        </Menu.Item>
        {onReceivers && (
          <Menu.Item leftSection={<IconEye size={16} />} onClick={() => onReceivers(link)}>
            {t('work.receivers')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item c="red" leftSection={<IconTrash size={16} />} onClick={askToDelete}>
          {t('actions.delete')}
        </Menu.Item>
      </ItemMenu>
      {version && (
        <LinkModal version={version} link={link} opened={isEditing} onClose={() => setEditing(false)} />
      )}
    </span>
  );
}
