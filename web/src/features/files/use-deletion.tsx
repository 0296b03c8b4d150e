import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../components/error-text.ts';
import { toastError } from '../../components/toast.ts';
import { useDeleteFile } from './api.ts';
import { cardLinkId } from './FileCard.tsx';

/** Asks by name, then deletes; the focus goes on to the next card of `files`. */
export function useDeletion(): (file: ProjectFile, files: readonly ProjectFile[]) => void {
  const { t } = useTranslation();
  const { mutate } = useDeleteFile();
  return useCallback(
    (file, files) => {
      const place = files.indexOf(file);
      const neighbour = files[place + 1] ?? files[place - 1];
      const remove = () =>
        mutate(file, {
          onSuccess: () => {
            if (neighbour) document.getElementById(cardLinkId(neighbour.id))?.focus();
          },
          onError: (error) => {
            console.error('delete file', error);
            toastError(errorText(t, error));
          },
        });
      modals.openConfirmModal({
        title: t('files.deleteTitle'),
        children: (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('files.deleteText', { name: file.name })}
          </Text>
        ),
        labels: { confirm: t('actions.delete'), cancel: t('actions.cancel') },
        confirmProps: { color: 'red' },
        onConfirm: remove,
      });
    },
    [mutate, t],
  );
}
