import { Loader, VisuallyHidden } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useZipDownload } from '../downloads/use-zip-download.ts';
import classes from './FileViewer.module.css';

/** Downloads all files of the version from within the viewer. */
export function AllFilesButton({ versionId }: { versionId: number }) {
  const { t } = useTranslation();
  const { download, isPreparing } = useZipDownload(versionId);
  return (
    <>
      <VisuallyHidden component="output">{isPreparing && t('files.zipPreparing')}</VisuallyHidden>
      <button
        type="button"
        className={classes.button}
        onClick={() => void download()}
        disabled={isPreparing}
        aria-label={t('files.downloadAll')}
        title={t(isPreparing ? 'files.zipPreparing' : 'files.downloadAll')}
      >
        {isPreparing ? <Loader size={20} color="gray" aria-hidden /> : <IconFileZip size={20} aria-hidden />}
      </button>
    </>
  );
}
