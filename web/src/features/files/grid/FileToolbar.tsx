import { ActionIcon, Group, Menu, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowsMove, IconDots, IconFileZip, IconListCheck, IconSquareCheck } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type ReactNode, Suspense, use, useState } from 'react';
import { useFormat } from '../../../components/use-format.ts';
import { ArrangingContext } from '../../../components/lists/arranging.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChooseFilesModal } from '../downloads/lazy-choose-files.ts';
import { useZipDownload } from '../downloads/use-zip-download.ts';
import { EditMenu } from '../editing/many/EditMenu.tsx';
import { useDeletionOfSome } from '../use-deletion.ts';

type Props = { versionId: number; files: readonly ProjectFile[]; addButton: ReactNode };

/** Number and size of a version's files, the button that adds some, and a menu for all or several of them. */
export function FileToolbar({ versionId, files, addButton }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const sizeBytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <Group justify="space-between" gap="sm" mb="md">
      {/* A single file says its size itself, and the first one may still be on its way. */}
      {files.length > 1 && (
        <Text size="sm" c="dimmed">
          {t('files.count', { count: files.length, size: format.bytes(sizeBytes) })}
        </Text>
      )}
      <Group gap="sm" ml="auto">
        {addButton}
        {files.length > 1 && <ManyMenu versionId={versionId} files={files} />}
      </Group>
    </Group>
  );
}

function ManyMenu({ versionId, files }: Omit<Props, 'addButton'>) {
  const { t } = useTranslation();
  const arranging = use(ArrangingContext);
  // The dialog stays once it was there: one that goes with its closing gives no focus back.
  const [choice, setChoice] = useState<'new' | 'open' | 'closed'>('new');
  const [picking, setPicking] = useState<'new' | 'open' | 'closed'>('new');
  const { download, isPreparing } = useZipDownload(versionId);
  const deleteSome = useDeletionOfSome();
  return (
    <>
      <VisuallyHidden component="output">{isPreparing && t('files.zipPreparing')}</VisuallyHidden>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={44} loading={isPreparing} aria-label={t('work.many')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileZip size={16} />} onClick={() => void download()}>
            {t('files.downloadAll')}
          </Menu.Item>
          <Menu.Item leftSection={<IconListCheck size={16} />} onClick={() => setChoice('open')}>
            {t('files.select')}
          </Menu.Item>
          <Menu.Item leftSection={<IconSquareCheck size={16} />} onClick={() => setPicking('open')}>
            {t('files.mySelection')}
          </Menu.Item>
          {arranging && (
            <Menu.Item leftSection={<IconArrowsMove size={16} />} onClick={() => arranging.set(true)}>
              {t('work.arrange')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {picking !== 'new' && (
        <Suspense>
          <ChooseFilesModal
            versionId={versionId}
            files={files}
            isOpen={picking === 'open'}
            onClose={() => setPicking('closed')}
          />
        </Suspense>
      )}
      {choice !== 'new' && (
        <Suspense>
          <ChooseFilesModal
            versionId={versionId}
            files={files}
            isOpen={choice === 'open'}
            onClose={() => setChoice('closed')}
            Edit={EditMenu}
            onDelete={(chosen) => {
              setChoice('closed');
              deleteSome(chosen);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
