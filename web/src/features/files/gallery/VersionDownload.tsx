import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { MouseEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFormat } from '../../../components/use-format.ts';
import { filesQuery, zipUrl } from '../api.ts';
import { useZipDownload } from '../downloads/use-zip-download.ts';
import { WebSizeLink } from '../downloads/WebSizeLink.tsx';
import { downloadUrl } from '../grid/file-opening.ts';
import classes from './VersionDownload.module.css';

type Props = { version: Pick<Version, 'id' | 'size' | 'file_count'>; isWide: boolean };

/** Download link of a version with its size: its only file or a zip, also in the web size; empty without files. */
export function VersionDownload({ version, isWide }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: files = [] } = useQuery({
    ...filesQuery(version.id),
    // The bar of a phone comes and goes while its page stays.
    refetchOnMount: false,
  });
  const { download, isPreparing } = useZipDownload(version.id);
  const [first] = files;
  if (!first) return null;
  // A rendered page may have had only the first of the files.
  const isOne = version.file_count === 1;
  // The file itself says its size, or how long it plays.
  const hasSize = !isOne || first.duration !== null;
  const size = format.bytes(version.size);
  const start = (event: MouseEvent) => {
    if (isOne) return;
    event.preventDefault();
    if (!isPreparing) void download();
  };
  return (
    <div className={classes.downloads} data-wide={isWide || undefined}>
      <Button
        component="a"
        href={isOne ? downloadUrl(first) : zipUrl(version.id)}
        h={isWide ? 48 : 44}
        fullWidth={isWide}
        leftSection={<IconDownload size={18} />}
        onClick={start}
      >
        {isPreparing
          ? t('files.zipPreparingShort')
          : hasSize
            ? t(isOne ? 'files.downloadSize' : 'files.downloadAllSize', { size })
            : t('files.downloadShort')}
      </Button>
      <WebSizeLink versionId={version.id} files={files} isAll className={classes.web} hasText={!isWide} />
    </div>
  );
}
