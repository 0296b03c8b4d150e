import { Skeleton } from '@mantine/core';
import type { Cover } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { LoadingNote } from '../../../components/feedback/LoadingNote.tsx';
import classes from './GallerySkeleton.module.css';
import { ratioOf } from './shown-files.ts';

type Props = {
  /** The picture whose place is held; undefined where none is shown large. */
  cover: Cover | undefined;
};

/** Stands where the files will, in the shape of the lead. */
export function GallerySkeleton({ cover }: Props) {
  const { t } = useTranslation();
  return (
    <div>
      <LoadingNote>{t('files.loading')}</LoadingNote>
      {cover ? (
        <Skeleton
          className={classes.lead ?? ''}
          radius={0}
          style={{ '--ratio': ratioOf(cover).toFixed(3) }}
        />
      ) : (
        // Between a few rows and a picture that is still being drawn: what stands below moves little either way.
        <Skeleton height="64vh" radius="sm" />
      )}
    </div>
  );
}
