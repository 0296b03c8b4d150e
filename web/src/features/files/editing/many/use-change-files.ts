import { useMutation } from '@tanstack/react-query';
import type { ChangedFile, ProjectFile } from '@vitrin/shared/contract/files.ts';
import { createElement } from 'react';
import { useActionError } from '../../../../components/feedback/use-action-error.ts';
import { UndoMessage } from '../../../../components/feedback/UndoMessage.tsx';
import { toastFor, toastSuccess } from '../../../../components/feedback/toast.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { changeFiles } from './change-files.ts';

/** Time to undo changes of many files (specification 6.20). */
const UNDO_MS = 10_000;

type Changes = {
  files: readonly ProjectFile[];
  changes: readonly Omit<ChangedFile, 'was'>[];
};

/** Changes many files of a version and offers to undo that. */
export function useChangeFiles(versionId: number) {
  const { t } = useTranslation();
  const showError = useActionError();
  return useMutation({
    mutationFn: async ({ files, changes }: Changes) => {
      const done = await changeFiles(versionId, files, changes);
      if (!done) return;
      const undo = async () => {
        try {
          const { kept } = await done.undo();
          toastSuccess(kept > 0 ? t('many.undoneBut', { count: kept }) : t('many.undone'));
        } catch (error) {
          showError(error);
        }
      };
      const text = t('many.changed', { count: done.count });
      toastFor(UNDO_MS, (hide) =>
        createElement(UndoMessage, {
          text,
          label: t('many.undo'),
          onUndo: () => {
            hide();
            void undo();
          },
        }),
      );
    },
  });
}
