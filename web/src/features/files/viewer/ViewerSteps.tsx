import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './FileViewer.module.css';

type Props = { onPrevious: (() => void) | undefined; onNext: (() => void) | undefined };

/** Arrows to the previous and next file; hidden at the first and last one. */
export function ViewerSteps({ onPrevious, onNext }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {onPrevious && (
        <button
          type="button"
          className={classes.step}
          data-side="start"
          onClick={onPrevious}
          aria-label={t('viewer.previous')}
        >
          <IconChevronLeft size={28} aria-hidden />
        </button>
      )}
      {onNext && (
        <button
          type="button"
          className={classes.step}
          data-side="end"
          onClick={onNext}
          aria-label={t('viewer.next')}
        >
          <IconChevronRight size={28} aria-hidden />
        </button>
      )}
    </>
  );
}
