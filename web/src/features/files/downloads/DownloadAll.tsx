import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useZipDownload } from './use-zip-download.ts';

type Props = { versionId: number; /** How many files the version has. */ count: number };

/** Button that downloads a version as one zip; hidden where it has one file only. */
export function DownloadAll({ versionId, count }: Props) {
  const { t } = useTranslation();
  const { download, isPreparing } = useZipDownload(versionId);
  if (count < 2) return null;
  return (
    <>
      <VisuallyHidden component="output">{isPreparing && t('files.zipPreparing')}</VisuallyHidden>
      {isPreparing && (
        <Text size="sm" c="dimmed" aria-hidden>
          {t('files.zipPreparing')}
        </Text>
      )}
      <Button
        variant="default"
        h={44}
        leftSection={<IconFileZip size={18} />}
        loading={isPreparing}
        onClick={() => void download()}
      >
        {t('files.downloadAll')}
      </Button>
    </>
  );
}
