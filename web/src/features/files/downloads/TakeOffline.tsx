import { Button, VisuallyHidden } from '@mantine/core';
import { IconFolderDown } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { offlineUrl } from './offline-url.ts';
import classes from './TakeOffline.module.css';
import { useArchiveDownload } from './use-zip-download.ts';
import { serverNow } from '../../../lib/clock/server-clock.ts';

/** Link that downloads a folder which opens offline; a script adds the time, so that it can be resumed. */
export function TakeOffline({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const { download, isPreparing } = useArchiveDownload();
  const start = (event: MouseEvent) => {
    event.preventDefault();
    if (!isPreparing) void download(offlineUrl(projectId, new Date(serverNow())));
  };
  return (
    <aside className={classes.offline}>
      <Button
        component="a"
        href={offlineUrl(projectId)}
        variant="default"
        h={44}
        leftSection={<IconFolderDown size={18} />}
        onClick={start}
      >
        {t('takeOffline.download')}
      </Button>
      <p className={classes.hint} aria-hidden={isPreparing}>
        {t(isPreparing ? 'takeOffline.preparing' : 'takeOffline.hint')}
      </p>
      <VisuallyHidden component="output">{isPreparing && t('takeOffline.preparing')}</VisuallyHidden>
    </aside>
  );
}
