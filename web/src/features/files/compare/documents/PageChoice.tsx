import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { PageField } from '../../viewer/documents/PageField.tsx';
import viewer from '../../viewer/FileViewer.module.css';
import classes from './PageChoice.module.css';

type Props = {
  page: number;
  pageCount: number;
  note: string | undefined;
  onPage: (page: number) => void;
};

/** Goes through the pages of two documents at once. */
export function PageChoice({ page, pageCount, note, onPage }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.pages} aria-label={t('documents.pages')}>
      <button
        type="button"
        className={viewer.button}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
        aria-keyshortcuts="PageUp"
        aria-label={t('compare.previousPage')}
      >
        <IconChevronLeft size={20} aria-hidden />
      </button>
      <PageField key={page} page={page} pageCount={pageCount} onPage={onPage} />
      <span className={classes.count}>{t('documents.ofPages', { count: pageCount })}</span>
      <button
        type="button"
        className={viewer.button}
        disabled={page === pageCount}
        onClick={() => onPage(page + 1)}
        aria-keyshortcuts="PageDown"
        aria-label={t('compare.nextPage')}
      >
        <IconChevronRight size={20} aria-hidden />
      </button>
      <output className={classes.note}>{note}</output>
    </fieldset>
  );
}
