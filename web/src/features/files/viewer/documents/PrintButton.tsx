import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { toastError } from '../../../../components/feedback/toast.ts';
import type { PdfReader } from './open-reader.ts';
import classes from './PdfView.module.css';
import { MOST_PRINTED } from './print-pages.ts';

/** Prints the document, or as many pages from the shown one on as are printed at once. A second press stops it. */
export function PrintButton({
  reader,
  page,
  pageCount,
}: {
  reader: PdfReader;
  page: number;
  pageCount: number;
}) {
  const { t } = useTranslation();
  const [drawn, setDrawn] = useState<number>();
  const printing = useRef<AbortController>(null);
  useEffect(() => () => printing.current?.abort(), []);
  const isPart = pageCount > MOST_PRINTED;
  const from = isPart ? page : 1;
  const count = Math.min(MOST_PRINTED, pageCount - from + 1);

  const print = async () => {
    printing.current?.abort();
    if (drawn !== undefined) return setDrawn(undefined);
    const stop = new AbortController();
    printing.current = stop;
    setDrawn(0);
    try {
      await reader.print({ from, onDrawn: setDrawn, signal: stop.signal });
    } catch (error) {
      console.error('print document', error);
      toastError(t('documents.printFailed'));
    } finally {
      if (printing.current === stop) setDrawn(undefined);
    }
    return undefined;
  };
  const words = isPart ? t('documents.printPart', { from, to: from + count - 1 }) : t('documents.print');
  return (
    <>
      <button
        type="button"
        className={classes.button}
        onClick={() => void print()}
        aria-pressed={drawn !== undefined}
        aria-label={words}
        title={words}
      >
        <IconPrinter size={20} aria-hidden />
      </button>
      <output className={classes.printing}>
        {drawn !== undefined && t('paging.pageOf', { page: drawn, count })}
      </output>
    </>
  );
}
