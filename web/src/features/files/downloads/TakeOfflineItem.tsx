import { Menu } from '@mantine/core';
import { IconFolderDown } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { offlineUrl } from './offline-url.ts';
import { useArchiveDownload } from './use-zip-download.ts';
import { serverNow } from '../../../lib/clock/server-clock.ts';

/** The entry of a menu that downloads a project as a folder; the menu stays open until the folder is ready. */
export function TakeOfflineItem({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const { download, isPreparing } = useArchiveDownload();
  return (
    <Menu.Item
      leftSection={<IconFolderDown size={16} />}
      closeMenuOnClick={false}
      disabled={isPreparing}
      onClick={() => void download(offlineUrl(projectId, new Date(serverNow())))}
    >
      {t(isPreparing ? 'takeOffline.preparing' : 'takeOffline.download')}
    </Menu.Item>
  );
}
