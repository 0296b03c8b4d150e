import { Button } from '@mantine/core';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { uploadQueue } from '../uploads-of-tab.ts';
import type { Upload, UploadState } from '../upload-list.ts';
import { isRunning } from './upload-summary.ts';
import classes from './UploadTray.module.css';

/** Buttons for all uploads, where there are several. */
export function TrayActions({ uploads }: { uploads: readonly Upload[] }) {
  const { t } = useTranslation();
  const keys = (isWanted: (state: UploadState) => boolean) =>
    uploads.filter(({ state }) => isWanted(state)).map(({ key }) => key);
  const running = keys(isRunning);
  const paused = keys((state) => state === 'paused');
  const failed = keys((state) => state === 'failed');
  const unfinished = keys((state) => state !== 'done');
  if (unfinished.length < 2) return null;
  return (
    <div className={classes.foot}>
      {failed.length > 0 && (
        <Button size="xs" variant="default" onClick={() => uploadQueue.resume(failed)}>
          {t('uploads.retryAll')}
        </Button>
      )}
      {running.length > 0 ? (
        <Button size="xs" variant="default" onClick={() => uploadQueue.pause(running)}>
          {t('uploads.pauseAll')}
        </Button>
      ) : (
        paused.length > 0 && (
          <Button size="xs" variant="default" onClick={() => uploadQueue.resume(paused)}>
            {t('uploads.resumeAll')}
          </Button>
        )
      )}
      <Button size="xs" variant="subtle" color="red" onClick={() => uploadQueue.cancel(unfinished)}>
        {t('uploads.cancelAll')}
      </Button>
    </div>
  );
}
