import { Group, Text } from '@mantine/core';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFormat } from '../../../components/use-format.ts';
import type { ReactNode } from 'react';
import { ChooseFilesButton } from '../downloads/ChooseFilesButton.tsx';
import { DownloadAll } from '../downloads/DownloadAll.tsx';

type Props = { versionId: number; files: readonly ProjectFile[]; addButton: ReactNode };

/** Above the cards: number and size of the files, and buttons for all of them. */
export function FileToolbar({ versionId, files, addButton }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const sizeBytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <Text size="sm" c="dimmed">
        {t('files.count', { count: files.length, size: format.bytes(sizeBytes) })}
      </Text>
      <Group gap="sm">
        <ChooseFilesButton versionId={versionId} files={files} />
        <DownloadAll versionId={versionId} count={files.length} />
        {addButton}
      </Group>
    </Group>
  );
}
