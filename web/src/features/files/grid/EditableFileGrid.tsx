import { AddFiles } from '../AddFiles.tsx';
import { FileDropArea } from '../FileDropArea.tsx';
import { FileGrid } from './FileGrid.tsx';
import { usePendingUploadCount } from '../uploads/use-uploads.ts';
import { useDeletion } from '../use-deletion.ts';

/** The files of a version for somebody who may drop, paste, choose and delete files. */
export function EditableFileGrid({ versionId }: { versionId: number }) {
  const pendingCount = usePendingUploadCount(versionId);
  const onDelete = useDeletion();
  return (
    <FileDropArea versionId={versionId}>
      <FileGrid
        versionId={versionId}
        editing={{ onDelete, pendingCount, addButton: <AddFiles versionId={versionId} /> }}
      />
    </FileDropArea>
  );
}
