import { type CSSProperties, useMemo } from 'react';
import { LoadingMark } from '../../../../components/feedback/LoadingMark.tsx';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import { Sheet } from '../sheets/Sheet.tsx';
import type { ViewProps } from '../view-props.ts';
import { useReading } from '../sheets/use-reading.ts';
import { MAX_TEXT_BYTES } from './decode-text.ts';
import { readText } from './read-text.ts';
import { blocksOf } from './text-blocks.ts';
import sheet from '../sheets/Sheet.module.css';
import classes from './TextView.module.css';

/** The first megabyte of a text, as text whatever it says. */
export function TextView(props: ViewProps) {
  const { file } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const text = useReading('text', props, readText);
  const blocks = useMemo(() => blocksOf(text ?? ''), [text]);
  if (text === undefined) return <LoadingMark>{t('files.loading')}</LoadingMark>;
  return (
    <Sheet label={t('viewer.text', { name: file.name })}>
      {file.size > MAX_TEXT_BYTES && (
        <p className={sheet.note}>
          {t('viewer.firstPart', { part: format.bytes(MAX_TEXT_BYTES), size: format.bytes(file.size) })}
        </p>
      )}
      {blocks.length === 0 && <p className={sheet.note}>{t('viewer.emptyText')}</p>}
      {blocks.map((block, index) => (
        <pre
          key={index}
          className={classes.block}
          data-place
          style={{ '--lines': block.lines } as CSSProperties}
        >
          {block.text}
        </pre>
      ))}
    </Sheet>
  );
}
