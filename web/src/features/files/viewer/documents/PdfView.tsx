import 'pdfjs-dist/legacy/web/pdf_viewer.css';
import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { useFormat } from '../../../../components/use-format.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { loadPlace } from '../places/load-place.ts';
import { DrawnPage } from './DrawnPage.tsx';
import type { ViewProps } from '../view-props.ts';
import { openReader, type PdfReader, type ReaderState } from './open-reader.ts';
import { PasswordForm } from './PasswordForm.tsx';
import classes from './PdfView.module.css';
import { PageStrip } from './PageStrip.tsx';
import { ReaderToolsContext } from './reader-tools.ts';
import { ReaderBar } from './ReaderBar.tsx';

type Question = { answer: (password: string) => void; isWrong: boolean };

const CLOSED: ReaderState = { page: 1, pageCount: 0, scale: 1, matches: undefined, canPrint: false };

/** A pdf on every device: its pages below each other, read from the server as they come into sight. */
export function PdfView({ file, onFailure }: ViewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const menu = use(ReaderToolsContext);
  const url = file.preview ?? file.file;
  const container = useRef<HTMLDivElement>(null);
  const [reader, setReader] = useState<PdfReader>();
  const [state, setState] = useState(CLOSED);
  const [isReady, setReady] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const [hasPages, setHasPages] = useState(false);
  const fail = useEffectEvent(onFailure);
  const { search } = useLocation();
  const findPlace = useEffectEvent(() => loadPlace(search));
  useEffect(() => {
    if (!container.current) return undefined;
    const opened = openReader({
      url,
      container: container.current,
      startPage: findPlace().then(({ page }) => page),
      onChange: (change) => setState((before) => ({ ...before, ...change })),
      onReady: () => setReady(true),
      onPassword: (answer, isWrong) => setQuestion({ answer, isWrong }),
      onForm: () => fail('form'),
      onFailure: () => fail(),
    });
    setReader(opened);
    return () => opened.close();
  }, [url]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (reader) pressInReader(event, reader, state.pageCount);
  });
  useEffect(() => {
    const pages = container.current;
    const onKeyDown = (event: KeyboardEvent) => press(event);
    pages?.addEventListener('keydown', onKeyDown);
    return () => pages?.removeEventListener('keydown', onKeyDown);
  }, []);
  const answer = (password: string) => {
    setQuestion(undefined);
    question?.answer(password);
  };
  const tools = state.pageCount > 0 && reader && (
    <ReaderBar
      reader={reader}
      state={state}
      hasPages={hasPages}
      onPages={() => {
        setHasPages((before) => !before);
        menu?.close();
      }}
    />
  );
  return (
    <div className={classes.reader} data-pages={state.pageCount}>
      {tools && (menu ? createPortal(tools, menu.target) : tools)}
      <div className={classes.room} data-pages={hasPages || undefined}>
        {hasPages && reader && <PageStrip reader={reader} page={state.page} pageCount={state.pageCount} />}
        <div
          ref={container}
          className={classes.container}
          data-zoomable
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keys
          tabIndex={0}
          role="document"
          aria-label={t('viewer.document', { name: file.name })}
        >
          <div className="pdfViewer" />
        </div>
        {menu && state.pageCount > 1 && (
          <span className={classes.place} aria-hidden>
            {format.number(state.page)} / {format.number(state.pageCount)}
          </span>
        )}
        {question && <PasswordForm isWrong={question.isWrong} onAnswer={answer} />}
        {!isReady && !question && <DrawnPage file={file} />}
      </div>
    </div>
  );
}

/** Keys where the pages have the focus; elsewhere Home and End are those of the viewer. */
function pressInReader(event: KeyboardEvent, reader: PdfReader, pageCount: number): void {
  const acts: Record<string, () => void> = {
    '+': () => reader.zoom(1),
    '-': () => reader.zoom(-1),
    '0': () => reader.fit(),
    Home: () => reader.showPage(1),
    End: () => reader.showPage(pageCount),
  };
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
