import { Button } from '@mantine/core';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { usePicks } from '../picks/use-picks.ts';
import { ChooseFilesModal } from './lazy-choose-files.ts';

type Props = { versionId: number; files: readonly ProjectFile[] };

/** Opens the reader's selection of files; hidden where there is nothing to choose. */
export function ChooseFilesButton({ versionId, files }: Props) {
  const { t } = useTranslation();
  // The dialog stays once it was there: one that goes with its closing gives no focus back.
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  const [picks] = usePicks(versionId);
  if (files.length < 2) return null;
  const count = picks.size > 0 ? files.filter(({ id }) => picks.has(id)).length : 0;
  return (
    <>
      <Button variant="subtle" h={44} onClick={() => setState('open')}>
        {count > 0 ? t('files.pickedCount', { count }) : t('files.select')}
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
