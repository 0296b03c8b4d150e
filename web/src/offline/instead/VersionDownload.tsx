import { Button } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { filesQuery } from './files-api.ts';
import { folderOf } from '../copied-data.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = { version: Pick<Version, 'id'>; isWide: boolean };

/** In place of gallery/VersionDownload.tsx: leads to the folder that the version's files lie in. */
export function VersionDownload({ version, isWide }: Props) {
  const { t } = useTranslation();
  const { data: files = [] } = useQuery(filesQuery(version.id));
  const [first] = files;
  if (!first) return null;
  return (
    <Button
      component="a"
      href={folderOf(first.file)}
      h={isWide ? 48 : 44}
      fullWidth={isWide}
      variant="default"
      leftSection={<IconFolderOpen size={18} />}
    >
      {t('offline.openFolder')}
    </Button>
  );
}
