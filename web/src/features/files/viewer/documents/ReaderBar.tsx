import {
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconLayoutSidebar,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import { PageField } from './PageField.tsx';
import type { PdfReader, ReaderState } from './open-reader.ts';
import classes from './PdfView.module.css';
import { PrintButton } from './PrintButton.tsx';

type Props = { reader: PdfReader; state: ReaderState };
type BarProps = Props & { hasPages: boolean; onPages: () => void };

/** Page, size and search of a document. */
export function ReaderBar({ reader, state, hasPages, onPages }: BarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { pageCount, scale } = state;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('documents.tools')}>
      {pageCount > 1 && (
        <button
          type="button"
          className={classes.button}
          onClick={onPages}
          aria-pressed={hasPages}
          aria-label={t('documents.pages')}
        >
          <IconLayoutSidebar size={20} aria-hidden />
        </button>
      )}
      <PageField
        key={state.page}
        page={state.page}
        pageCount={pageCount}
        onPage={(page) => reader.showPage(page)}
      />
      <span className={classes.count}>{t('documents.ofPages', { count: pageCount })}</span>
      <span className={classes.gap} />
      <button
        type="button"
        className={classes.button}
        onClick={() => reader.zoom(-1)}
        aria-label={t('viewer.zoomOut')}
      >
        <IconZoomOut size={20} aria-hidden />
      </button>
      <output className={classes.scale}>{format.percent(scale * 100)}</output>
      <button
        type="button"
        className={classes.button}
        onClick={() => reader.zoom(1)}
        aria-label={t('viewer.zoomIn')}
      >
        <IconZoomIn size={20} aria-hidden />
      </button>
      <button
        type="button"
        className={classes.button}
        onClick={() => reader.fit()}
        aria-label={t('documents.fit')}
      >
        <IconArrowAutofitWidth size={20} aria-hidden />
      </button>
      {state.canPrint && <PrintButton reader={reader} page={state.page} pageCount={pageCount} />}
      <span className={classes.gap} />
      <FindField reader={reader} state={state} />
    </div>
  );
}

function FindField({ reader, state: { matches } }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') reader.find(text, event.shiftKey ? -1 : 1);
    if (event.key !== 'Escape' || text === '') return;
    setText('');
    reader.find('', 1);
  };
  const change = (wanted: string) => {
    setText(wanted);
    reader.find(wanted, 1);
  };
  return (
    <span className={classes.find}>
      <IconSearch size={18} aria-hidden />
      <input
        type="search"
        className={classes.text}
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={press}
        maxLength={200}
        // The first Escape empties the field, the next one closes the viewer; the viewer's listener comes before the field's.
        data-mantine-stop-propagation={text !== ''}
        placeholder={t('documents.find')}
        aria-label={t('documents.find')}
      />
      <output className={classes.matches}>
        {text !== '' &&
          matches &&
          (matches.total === 0 ? t('documents.nothing') : `${matches.current}/${matches.total}`)}
      </output>
      {matches !== undefined && matches.total > 1 && (
        <>
          <button
            type="button"
            className={classes.button}
            onClick={() => reader.find(text, -1)}
            aria-label={t('documents.previousMatch')}
          >
            <IconChevronUp size={20} aria-hidden />
          </button>
          <button
            type="button"
            className={classes.button}
            onClick={() => reader.find(text, 1)}
            aria-label={t('documents.nextMatch')}
          >
            <IconChevronDown size={20} aria-hidden />
          </button>
        </>
      )}
    </span>
  );
}
