import { Button } from '@mantine/core';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { Suspense, lazy, useState } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

const ChooseFilesModal = lazy(async () => ({
  default: (await loadWithTexts(['projects', 'downloads'], () => import('./ChooseFilesModal.tsx')))
    .ChooseFilesModal,
}));

type Props = { versionId: number; files: readonly ProjectFile[] };

/** Opens the choice of files to download; hidden where there is nothing to choose. */
export function ChooseFilesButton({ versionId, files }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (files.length < 2) return null;
  return (
    <>
      <Button variant="subtle" h={44} onClick={() => setOpen(true)}>
        {t('files.chooseDownload')}
      </Button>
      {isOpen && (
        <Suspense>
          <ChooseFilesModal versionId={versionId} files={files} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
