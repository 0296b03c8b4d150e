import { Loader } from '@mantine/core';
import 'pdfjs-dist/legacy/web/pdf_viewer.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import type { ViewProps } from '../ViewedFile.tsx';
import { openReader, type PdfReader, type ReaderState } from './open-reader.ts';
import { PasswordForm } from './PasswordForm.tsx';
import classes from './PdfView.module.css';
import { ReaderBar } from './ReaderBar.tsx';

type Question = { answer: (password: string) => void; isWrong: boolean };

const CLOSED: ReaderState = { page: 1, pageCount: 0, scale: 1, matches: undefined };

/** A pdf on every device: its pages below each other, read from the server as they come into sight. */
export function PdfView({ file, onFailure }: ViewProps) {
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const [reader, setReader] = useState<PdfReader>();
  const [state, setState] = useState(CLOSED);
  const [isReady, setReady] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    if (!container.current) return undefined;
    const opened = openReader({
      url: file.file,
      container: container.current,
      onChange: (change) => setState((before) => ({ ...before, ...change })),
      onReady: () => setReady(true),
      onPassword: (answer, isWrong) => setQuestion({ answer, isWrong }),
      onFailure: () => fail(),
    });
    setReader(opened);
    return () => opened.close();
  }, [file.file]);
  const answer = (password: string) => {
    setQuestion(undefined);
    question?.answer(password);
  };
  return (
    <div className={classes.reader} data-pages={state.pageCount}>
      {state.pageCount > 0 && reader && <ReaderBar reader={reader} state={state} />}
      <div className={classes.room}>
        <div
          ref={container}
          className={classes.container}
          data-zoomable
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keys
          tabIndex={0}
          role="document"
          aria-label={t('files.document', { name: file.name })}
        >
          <div className="pdfViewer" />
        </div>
        {question && <PasswordForm isWrong={question.isWrong} onAnswer={answer} />}
        {!isReady && !question && (
          <span className={classes.loading}>
            {file.thumbnail_large && <img className={classes.preview} src={file.thumbnail_large} alt="" />}
            <Loader className={classes.loader} color="gray" aria-label={t('files.loading')} />
          </span>
        )}
      </div>
    </div>
  );
}
