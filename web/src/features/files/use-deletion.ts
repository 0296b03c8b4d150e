import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { confirmDelete } from '../../components/feedback/confirm-delete.tsx';
import { useActionError } from '../../components/feedback/use-action-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { filesQuery } from './api.ts';
import { useDeleteFile } from './editing/file-changes.ts';
import { cardLinkId } from './grid/card-link.ts';

/** Asks by name, then deletes; the next card gets the focus. */
export function useDeletion(): (file: ProjectFile) => void {
  const { t } = useTranslation();
  const { mutate } = useDeleteFile();
  const showError = useActionError();
  return useCallback(
    (file) => {
      const files = queryClient.getQueryData(filesQuery(file.version).queryKey) ?? [];
      const index = files.findIndex(({ id }) => id === file.id);
      const neighbour = files[index + 1] ?? files[index - 1];
      const onSuccess = () => {
        if (neighbour) document.getElementById(cardLinkId(neighbour.id))?.focus();
      };
      confirmDelete({
        title: t('work.deleteTitle', { name: file.name }),
        message: t('work.deleteMessage'),
        confirmLabel: t('actions.delete'),
        cancelLabel: t('actions.cancel'),
        onConfirm: () => mutate(file, { onSuccess, onError: (error) => showError(error) }),
      });
    },
    [mutate, showError, t],
  );
}

/** Asks by their number, then deletes several files, one after the other. */
export function useDeletionOfSome(): (files: readonly ProjectFile[]) => void {
  const { t } = useTranslation();
  const { mutateAsync } = useDeleteFile();
  const showError = useActionError();
  return (files) => {
    const removeAll = async () => {
      try {
        for (const file of files) await mutateAsync(file);
      } catch (error) {
        showError(error);
      }
    };
    confirmDelete({
      title: t('work.deleteSomeTitle', { count: files.length }),
      message: t('work.deleteMessage'),
      confirmLabel: t('actions.delete'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => void removeAll(),
    });
  };
}
