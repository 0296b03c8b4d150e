import {
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import type { PdfReader, ReaderState } from './open-reader.ts';
import classes from './PdfView.module.css';

type Props = { reader: PdfReader; state: ReaderState };

/** Page, size and search of a document. */
export function ReaderBar({ reader, state }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { pageCount, scale } = state;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('documents.tools')}>
      <PageField key={state.page} reader={reader} state={state} />
      <span className={classes.count}>{t('documents.ofPages', { count: pageCount })}</span>
      <span className={classes.gap} />
      <button
        type="button"
        className={classes.button}
        onClick={() => reader.zoom(-1)}
        aria-label={t('files.zoomOut')}
      >
        <IconZoomOut size={20} aria-hidden />
      </button>
      <output className={classes.scale}>{format.percent(scale * 100)}</output>
      <button
        type="button"
        className={classes.button}
        onClick={() => reader.zoom(1)}
        aria-label={t('files.zoomIn')}
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
      <span className={classes.gap} />
      <FindField reader={reader} state={state} />
    </div>
  );
}

/** Keeps the page that was typed until it is entered; anything that is no page of the document is forgotten. */
function PageField({ reader, state: { page, pageCount } }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(String(page));
  const go = () => {
    const wanted = Number(typed);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pageCount) reader.showPage(wanted);
    else setTyped(String(page));
  };
  return (
    <input
      className={classes.page}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={go}
      onKeyDown={(event) => event.key === 'Enter' && go()}
      onFocus={({ currentTarget }) => currentTarget.select()}
      inputMode="numeric"
      maxLength={7}
      aria-label={t('documents.page')}
    />
  );
}

function FindField({ reader, state: { matches } }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') reader.find(text, event.shiftKey ? -1 : 1);
    if (event.key !== 'Escape' || text === '') return;
    // The first Escape empties the field, the next one closes the viewer.
    event.stopPropagation();
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
