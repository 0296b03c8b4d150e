import { useEffect, useState } from 'react';
import { LoadingMark } from '../../../../components/feedback/LoadingMark.tsx';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useArrowKeys } from '../../viewer/use-arrow-keys.ts';
import type { Side } from '../side.ts';
import { ComparisonFailure } from '../ComparisonFailure.tsx';
import { PicturePair } from '../pictures/PicturePair.tsx';
import { PageChoice } from './PageChoice.tsx';
import { useDocuments } from './use-documents.ts';
import { usePages } from './use-pages.ts';

type Props = { sides: [older: Side, newer: Side]; isOpen: boolean };

/** Two pdfs page by page: the same page of both, compared as pictures are. */
export function DocumentComparison(props: Props) {
  const [tries, setTries] = useState(0);
  return <OpenedDocuments key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

/** Address of the pages that were made of an office document. */
function documentOf({ file }: Side): string {
  return file.preview ?? file.file;
}

function OpenedDocuments({ sides, isOpen, onRetry }: Props & { onRetry: () => void }) {
  const { t } = useTranslation();
  const [older, newer] = sides;
  const [chosen, setPage] = useState<number>();
  const {
    documents,
    startPage = 1,
    error: openingError,
  } = useDocuments(documentOf(older), documentOf(newer));
  const counts = documents?.map(({ numPages }) => numPages) ?? [];
  const pageCount = Math.max(1, ...counts);
  const page = chosen ?? (startPage <= pageCount ? startPage : 1);
  const { data: pictures, error: drawingError } = usePages(documents, page);
  const go = (wanted: number) => setPage(Math.min(pageCount, Math.max(1, wanted)));
  useArrowKeys(isOpen, { PageUp: () => go(page - 1), PageDown: () => go(page + 1) });

  const error = openingError ?? drawingError;
  useEffect(() => {
    if (error) console.error('draw pages to compare', error);
  }, [error]);
  if (error) return <ComparisonFailure text={t('compare.failed')} onRetry={onRetry} />;
  if (!pictures) return <LoadingMark>{t('files.loading')}</LoadingMark>;
  const lacking = sides.find((_side, at) => page > (counts[at] ?? 0));
  const pages = (
    <PageChoice
      page={page}
      pageCount={pageCount}
      note={lacking && t('compare.noPage', { label: lacking.label, page })}
      onPage={go}
    />
  );
  return (
    <PicturePair
      sides={sides}
      isOpen={isOpen}
      pictures={pictures}
      pages={pageCount > 1 ? pages : undefined}
      page={page}
    />
  );
}
