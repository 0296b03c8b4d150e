import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { useReorder } from '../../../components/lists/use-reorder.ts';
import { useChooseCover } from '../../versions/api.ts';
import { AddFiles } from '../AddFiles.tsx';
import { filesQuery } from '../api.ts';
import { useMoveFile } from '../editing/file-changes.ts';
import { FileActionsContext } from '../editing/file-actions.ts';
import { FileTools } from '../editing/FileTools.tsx';
import { RenameModal } from '../editing/lazy-dialogs.ts';
import { FileDropArea } from '../FileDropArea.tsx';
import { usePendingUploadCount } from '../uploads/use-uploads.ts';
import { useDeletion } from '../use-deletion.ts';
import { FileGrid } from './FileGrid.tsx';
import classes from './FileGrid.module.css';

type Props = {
  versionId: number;
  /** The file that stands for the version because its freelancer said so. */
  coverId: number | null;
  /** Shows who has a file. */
  onReceivers: (file: ProjectFile) => void;
};

const NO_FILES: readonly ProjectFile[] = [];

/** The files of a version for somebody who may drop, paste, choose, rename, move and delete files. */
export function EditableFileGrid({ versionId, coverId, onReceivers }: Props) {
  const { t } = useTranslation();
  const pendingCount = usePendingUploadCount(versionId);
  const { data: files = NO_FILES } = useQuery(filesQuery(versionId));
  const [renamed, setRenamed] = useState<{ isOpen: boolean; file?: ProjectFile }>({ isOpen: false });
  const showError = useActionError();
  const { mutate: move } = useMoveFile(versionId);
  const { mutate: choose } = useChooseCover(versionId);
  const onDelete = useDeletion();
  const reorder = useReorder<HTMLUListElement>(files, (from, to) => {
    const file = files[from];
    if (file) move({ file, to }, { onError: (error) => showError(error) });
  });
  const count = files.length;
  const actions = useMemo(() => {
    const onError = (error: unknown) => showError(error);
    return {
      count,
      coverId,
      onDelete,
      onReceivers,
      onRename: (file: ProjectFile) => setRenamed({ isOpen: true, file }),
      onCover: (file: ProjectFile | null) => choose(file?.id ?? null, { onError }),
      onMove: (file: ProjectFile, to: number) => move({ file, to }, { onError }),
    };
  }, [count, coverId, onDelete, onReceivers, showError, choose, move]);
  return (
    <FileDropArea versionId={versionId}>
      <FileActionsContext value={actions}>
        <FileGrid
          versionId={versionId}
          editing={{
            onDelete,
            pendingCount,
            addButton: <AddFiles versionId={versionId} />,
            Tools: FileTools,
            listProps: reorder.listProps,
            dragOf: reorder.dragOf,
          }}
        />
      </FileActionsContext>
      <div aria-live="polite" className={classes.announcement}>
        {reorder.movedTo !== null && t('files.moved', { place: reorder.movedTo + 1, count })}
      </div>
      <RenameModal
        file={renamed.file}
        opened={renamed.isOpen}
        onClose={() => setRenamed((renaming) => ({ ...renaming, isOpen: false }))}
      />
    </FileDropArea>
  );
}
