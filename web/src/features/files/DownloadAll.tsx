import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { filesQuery } from './api.ts';
import { useZipDownload } from './use-zip-download.ts';

/** Everything in the version as one zip; not there while the version has fewer than two files. */
export function DownloadAll({ versionId }: { versionId: number }) {
  const { t } = useTranslation();
  // Reads what the grid has loaded: a closed version asks for nothing.
  const { data: files = [] } = useQuery({ ...filesQuery(versionId), enabled: false });
  const { download, isPreparing } = useZipDownload(versionId);
  if (files.length < 2) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileZip size={16} />}
        loading={isPreparing}
        onClick={() => void download()}
      >
        {t('files.downloadAll')}
      </Button>
      {isPreparing && <output>{t('files.zipPreparing')}</output>}
    </>
  );
}
