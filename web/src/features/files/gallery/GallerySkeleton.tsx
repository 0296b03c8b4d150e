import { Skeleton } from '@mantine/core';
import type { Cover } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { LoadingNote } from '../../../components/feedback/LoadingNote.tsx';
import classes from './GallerySkeleton.module.css';
import { ratioOf } from './shown-files.ts';

type Props = {
  /** The picture whose place is held; undefined where none is shown large. */
  cover: Cover | undefined;
  /** Number of files that are loading. */
  count: number;
};

const ROW_HEIGHT = 57;

/** Stands where the files will, in the shape of the lead. */
export function GallerySkeleton({ cover, count }: Props) {
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
        <Skeleton height={Math.min(count, 4) * ROW_HEIGHT} radius="sm" />
      )}
    </div>
  );
}
