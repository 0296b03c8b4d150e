import { Button } from '@mantine/core';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChooseFilesModal } from './lazy-choose-files.ts';

type Props = { versionId: number; files: readonly ProjectFile[] };

/** Opens the choice of files to download; hidden where there is nothing to choose. */
export function ChooseFilesButton({ versionId, files }: Props) {
  const { t } = useTranslation();
  // The dialog stays once it was there: one that goes with its closing gives no focus back.
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  if (files.length < 2) return null;
  return (
    <>
      <Button variant="subtle" h={44} onClick={() => setState('open')}>
        {t('files.chooseDownload')}
      </Button>
      {state !== 'new' && (
        <Suspense>
          <ChooseFilesModal
            versionId={versionId}
            files={files}
            isOpen={state === 'open'}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </>
  );
}
