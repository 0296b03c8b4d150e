import { Button, Loader, Skeleton, Text } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../../components/feedback/LoadingNote.tsx';
import { filesQuery } from '../api.ts';
import { OpenedFile } from '../gallery/OpenedFile.tsx';
import { FileCard } from './FileCard.tsx';
import classes from './FileGrid.module.css';
import { FileToolbar } from './FileToolbar.tsx';
import { useFoldedFiles } from './use-folded-files.ts';
import { useOpenFile } from '../use-open-file.ts';

type Props = {
  versionId: number;
  editing: FileEditing;
};

type FileEditing = {
  addButton: ReactNode;
  /** Number of files that are still being uploaded. */
  pendingCount: number;
  Tools: ComponentProps<typeof FileCard>['Tools'];
  /** Properties that make the cards movable. */
  listProps: ComponentProps<'ul'>;
  dragOf: (index: number) => ComponentProps<typeof FileCard>['drag'];
};

/** The files of a version as cards, and the viewer that shows them. */
export function FileGrid({ versionId, editing }: Props): ReactNode {
  const { t } = useTranslation();
  const files = useQuery(filesQuery(versionId));
  useEffect(() => {
    if (files.error) console.error(files.error);
  }, [files.error]);
  const pending = editing.pendingCount;
  const viewer = useOpenFile(files.data);
  const folded = useFoldedFiles(files.data ?? [], { opened: viewer.file, isGrowing: pending > 0 });

  if (files.isPending) return <GridSkeleton />;
  if (files.data === undefined)
    return (
      <ErrorState error={files.error} fallback={t('files.listFailed')} onRetry={() => void files.refetch()} />
    );
  if (files.data.length === 0 && pending === 0) return <EmptyGrid addButton={editing.addButton} />;
  // A version of one or two files shows them large.
  const isFew = files.data.length + (pending > 0 ? 1 : 0) <= 2;
  return (
    <>
      <OpenedFile viewer={viewer} files={files.data} />
      <FileToolbar versionId={versionId} files={files.data} addButton={editing.addButton} />
      <ul
        className={classes.grid}
        data-few={isFew || undefined}
        aria-label={t('files.list')}
        {...editing.listProps}
      >
        {folded.shown.map((file, index) => (
          <FileCard
            key={file.id}
            file={file}
            isLarge={isFew}
            onOpen={viewer.open}
            index={index}
            Tools={editing.Tools}
            drag={editing.dragOf(index)}
          />
        ))}
        {pending > 0 && (
          <li className={classes.pending}>
            <Loader size="sm" aria-hidden />
            {t('work.arriving', { count: pending })}
          </li>
        )}
      </ul>
      {folded.hiddenCount > 0 && (
        <Button variant="subtle" h={44} mt="sm" fullWidth onClick={folded.unfold}>
          {t('files.showAll', { count: files.data.length })}
        </Button>
      )}
    </>
  );
}

function GridSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.grid}>
      <LoadingNote>{t('files.loading')}</LoadingNote>
      {[1, 2, 3, 4].map((index) => (
        <Skeleton key={index} className={classes.skeleton} radius="md" />
      ))}
    </div>
  );
}

function EmptyGrid({ addButton }: { addButton: ReactNode }) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconFiles} title={t('files.emptyTitle')} order={3} action={addButton}>
      <Text c="dimmed">{t('work.emptyFreelancer')}</Text>
    </EmptyState>
  );
}
