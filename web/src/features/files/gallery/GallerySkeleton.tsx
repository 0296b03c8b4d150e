import type { CSSProperties } from 'react';
import type { Cover } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { LoadingNote } from '../../../components/feedback/LoadingNote.tsx';
import classes from './GallerySkeleton.module.css';
import { ratioOf } from './shown-files.ts';

type Props = {
  /** Picture that the skeleton makes room for, where one is shown large. */
  cover?: Cover | undefined;
  count: number;
};

/** More files than this fill a screen. */
const SCREENFUL = 24;

/** Stands where the files will, in the shape of the lead. */
export function GallerySkeleton({ cover, count }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} data-long={count > SCREENFUL || undefined}>
      <LoadingNote>{t('files.loading')}</LoadingNote>
      {cover ? (
        <div className={classes.lead} style={{ '--ratio': ratioOf(cover).toFixed(3) } as CSSProperties} />
      ) : (
        <div className={classes.unknown} />
      )}
    </div>
  );
}
