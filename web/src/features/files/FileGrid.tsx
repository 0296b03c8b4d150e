import { Loader, Skeleton, Text } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type ReactNode, Suspense, lazy, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LoadingNote } from '../../components/LoadingNote.tsx';
import { AddFiles } from './AddFiles.tsx';
import { filesQuery } from './api.ts';
import { FileCard } from './FileCard.tsx';
import { FileDropArea } from './FileDropArea.tsx';
import classes from './FileGrid.module.css';
import { FileToolbar } from './FileToolbar.tsx';
import { usePendingUploadCount } from './uploads/use-uploads.ts';
import { useDeletion } from './use-deletion.ts';
import { useOpenFile } from './use-open-file.ts';

const FileViewer = lazy(async () => ({ default: (await import('./viewer/FileViewer.tsx')).FileViewer }));

type Props = { versionId: number; canEdit: boolean };

/** The files of a version as cards. Whoever may edit can drop and paste files anywhere on it. */
export function FileGrid({ versionId, canEdit }: Props) {
  const content = <GridContent versionId={versionId} canEdit={canEdit} />;
  return canEdit ? <FileDropArea versionId={versionId}>{content}</FileDropArea> : content;
}

function GridContent({ versionId, canEdit }: Props): ReactNode {
  const { t } = useTranslation();
  const files = useQuery(filesQuery(versionId));
  const pending = usePendingUploadCount(versionId);
  const viewer = useOpenFile(files.data);
  const askDelete = useDeletion();
  const remove = useCallback(
    (file: ProjectFile) => askDelete(file, files.data ?? []),
    [askDelete, files.data],
  );

  if (files.isPending) return <GridSkeleton />;
  if (files.data === undefined)
    return (
      <ErrorState error={files.error} fallback={t('files.listFailed')} onRetry={() => void files.refetch()} />
    );
  if (files.data.length === 0 && pending === 0) return <EmptyGrid versionId={versionId} canEdit={canEdit} />;
  const count = files.data.length + (pending > 0 ? 1 : 0);
  return (
    <>
      <FileToolbar versionId={versionId} files={files.data} canEdit={canEdit} />
      <ul className={classes.grid} data-few={count <= 2 || undefined} aria-label={t('files.list')}>
        {files.data.map((file) => (
          <FileCard key={file.id} file={file} canEdit={canEdit} onOpen={viewer.open} onDelete={remove} />
        ))}
        {pending > 0 && (
          <li className={classes.pending}>
            <Loader size="sm" aria-hidden />
            {t('files.arriving', { count: pending })}
          </li>
        )}
      </ul>
      {viewer.isNeeded && (
        <Suspense fallback={null}>
          <FileViewer file={viewer.file} files={files.data} onShow={viewer.show} onClose={viewer.close} />
        </Suspense>
      )}
    </>
  );
}

function GridSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.grid}>
      <LoadingNote>{t('files.loading')}</LoadingNote>
      {[1, 2, 3, 4].map((place) => (
        <Skeleton key={place} className={classes.skeleton} radius="md" />
      ))}
    </div>
  );
}

function EmptyGrid({ versionId, canEdit }: Props) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconFiles}
      title={t('files.emptyTitle')}
      order={3}
      action={canEdit && <AddFiles versionId={versionId} />}
    >
      <Text c="dimmed">{t(canEdit ? 'files.emptyFreelancer' : 'files.emptyCustomer')}</Text>
    </EmptyState>
  );
}
