import { Loader } from '@mantine/core';
import { type CSSProperties, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import type { ViewProps } from '../ViewedFile.tsx';
import { MAX_TEXT_BYTES } from './decode-text.ts';
import { readText } from './read-text.ts';
import { blocksOf } from './text-blocks.ts';
import sheet from '../Sheet.module.css';
import classes from './TextView.module.css';

/** The first megabyte of a text, as text whatever it says. */
export function TextView({ file, onFailure }: ViewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [text, setText] = useState<string>();
  const fail = useEffectEvent((error: unknown) => {
    console.error('open text', error);
    onFailure();
  });
  useEffect(() => {
    const reading = new AbortController();
    readText(file.file, reading.signal).then(setText, (error: unknown) => {
      if (!reading.signal.aborted) fail(error);
    });
    return () => reading.abort();
  }, [file.file]);
  const blocks = useMemo(() => blocksOf(text ?? ''), [text]);
  if (text === undefined) return <Loader color="gray" aria-label={t('files.loading')} />;
  return (
    <div
      className={sheet.sheet}
      data-zoomable
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keys
      tabIndex={0}
      role="document"
      aria-label={t('viewer.text', { name: file.name })}
    >
      {file.size > MAX_TEXT_BYTES && (
        <p className={sheet.note}>
          {t('viewer.firstPart', { part: format.bytes(MAX_TEXT_BYTES), size: format.bytes(file.size) })}
        </p>
      )}
      {blocks.length === 0 && <p className={sheet.note}>{t('viewer.emptyText')}</p>}
      {blocks.map((block, place) => (
        <pre key={place} className={classes.block} style={{ '--lines': block.lines } as CSSProperties}>
          {block.text}
        </pre>
      ))}
    </div>
  );
}
