import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useActionError } from '../../../components/feedback/use-action-error.ts';
import { useIsArranging } from '../../../components/lists/arranging.ts';
import { useReorder } from '../../../components/lists/use-reorder.ts';
import { useChooseCover } from '../../versions/api.ts';
import { AddFiles } from '../AddFiles.tsx';
import { filesQuery } from '../api.ts';
import { useMoveFile } from '../editing/file-changes.ts';
import { FileActionsContext } from '../editing/file-actions.ts';
import { FileTools } from '../editing/FileTools.tsx';
import { ManyModal, RenameModal, SectionModal, WordsModal } from '../editing/lazy-dialogs.ts';
import { FileDropArea } from '../FileDropArea.tsx';
import { WorkGallery } from '../gallery/WorkGallery.tsx';
import { MovableSections } from '../sections/MovableSections.tsx';
import { usePendingUploadCount } from '../uploads/use-uploads.ts';
import { useDeletion } from '../use-deletion.ts';
import { FileGrid } from './FileGrid.tsx';
import { FileToolbar } from './FileToolbar.tsx';
import classes from './FileGrid.module.css';

type Props = {
  version: Version;
  isNewest: boolean;
  onReceivers: (file: ProjectFile) => void;
  onLinkReceivers?: (link: Version['links'][number]) => void;
  /** The freelancer's own words about the version. */
  note?: ReactNode;
};

const NO_FILES: readonly ProjectFile[] = [];

/** Files of a version for an editor, who drops, chooses and changes them: as the client's view or with handles. */
export function EditableFileGrid({ version, isNewest, onReceivers, onLinkReceivers, note }: Props) {
  const { id: versionId } = version;
  const isArranging = useIsArranging();
  const pendingCount = usePendingUploadCount(versionId);
  const { data: files = NO_FILES } = useQuery(filesQuery(versionId));
  const { actions, dialogs } = useFileActions(version, files, onReceivers);
  const addButton = <AddFiles version={version} />;
  const toolbar = <FileToolbar versionId={versionId} files={files} addButton={addButton} />;
  return (
    <FileDropArea versionId={versionId}>
      <FileActionsContext value={actions}>
        {isArranging ? (
          <>
            {note}
            <MovableSections sections={version.sections} />
            <MovableFiles
              versionId={versionId}
              files={files}
              actions={actions}
              addButton={addButton}
              pendingCount={pendingCount}
            />
          </>
        ) : (
          <WorkGallery
            version={version}
            isNewest={isNewest}
            pendingCount={pendingCount}
            addButton={addButton}
            toolbar={toolbar}
            note={note}
            onLinkReceivers={onLinkReceivers}
          />
        )}
      </FileActionsContext>
      {dialogs}
    </FileDropArea>
  );
}

type FileActions = ReturnType<typeof useFileActions>['actions'];

function useFileActions(
  version: Version,
  files: readonly ProjectFile[],
  onReceivers: (file: ProjectFile) => void,
) {
  const { id, cover } = version;
  const [moved, setMoved] = useState<{ isOpen: boolean; files: readonly ProjectFile[] }>({
    isOpen: false,
    files: [],
  });
  const [many, setMany] = useState<Pick<ComponentProps<typeof ManyModal>, 'opened' | 'changes' | 'files'>>({
    opened: false,
    changes: 'name',
    files: [],
  });
  const [asked, setAsked] = useState<{ for: 'name' | 'words' | null; file?: ProjectFile }>({ for: null });
  const showError = useActionError();
  const { mutate: move } = useMoveFile(id);
  const { mutate: choose } = useChooseCover(id);
  const onDelete = useDeletion();
  const actions = useMemo(() => {
    const onError = (error: unknown) => showError(error);
    return {
      count: files.length,
      indexOf: (file: ProjectFile) => files.findIndex((each) => each.id === file.id),
      coverId: cover,
      onDelete,
      onReceivers,
      onRename: (file: ProjectFile) => setAsked({ for: 'name', file }),
      onSection: (some: readonly ProjectFile[]) => setMoved({ isOpen: true, files: some }),
      onMany: (changes: 'name' | 'words', some: readonly ProjectFile[]) =>
        setMany({ opened: true, changes, files: some }),
      onWords: (file: ProjectFile) => setAsked({ for: 'words', file }),
      onCover: (file: ProjectFile | null) => choose(file?.id ?? null, { onError }),
      onMove: (file: ProjectFile, to: number) => move({ file, to }, { onError }),
    };
  }, [files, cover, onDelete, onReceivers, showError, choose, move]);
  const { file } = asked;
  const onClose = () => setAsked((before) => ({ ...before, for: null }));
  const dialogs = (
    <>
      <RenameModal file={file} opened={asked.for === 'name'} onClose={onClose} />
      <WordsModal file={file} opened={asked.for === 'words'} onClose={onClose} />
      <SectionModal
        version={version}
        files={moved.files}
        opened={moved.isOpen}
        onClose={() => setMoved((before) => ({ ...before, isOpen: false }))}
      />
      <ManyModal
        version={version}
        {...many}
        onClose={() => setMany((before) => ({ ...before, opened: false }))}
      />
    </>
  );
  return { actions, dialogs };
}

type MovableProps = {
  versionId: number;
  files: readonly ProjectFile[];
  actions: FileActions;
  addButton: ReactNode;
  pendingCount: number;
};

/** Cards that are moved by mouse, finger or keys, and say where they went. */
function MovableFiles({ versionId, files, actions, addButton, pendingCount }: MovableProps) {
  const { t } = useTranslation();
  const reorder = useReorder<HTMLUListElement>(files, (from, to) => {
    const file = files[from];
    if (file) actions.onMove(file, to);
  });
  return (
    <>
      <FileGrid
        versionId={versionId}
        editing={{
          pendingCount,
          addButton,
          Tools: FileTools,
          listProps: reorder.listProps,
          dragOf: reorder.dragOf,
        }}
      />
      <div aria-live="polite" className={classes.announcement}>
        {reorder.movedTo !== null && t('work.moved', { place: reorder.movedTo + 1, count: files.length })}
      </div>
    </>
  );
}
