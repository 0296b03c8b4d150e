import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { LoadingMark } from '../../../../components/feedback/LoadingMark.tsx';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Sheet } from '../sheets/Sheet.tsx';
import type { ViewProps } from '../view-props.ts';
import classes from './FontView.module.css';

/** Larger fonts, of all Chinese letters in all weights, are only downloaded. */
const MAX_FONT_BYTES = 20 * 1024 * 1024;

/** In pixels. */
const SIZES = [80, 48, 28, 18, 14];

const LETTERS = [
  'ABCÇDEFGĞHIİJKLMNOÖPQRSŞTUÜVWXYZ',
  'abcçdefgğhıijklmnoöpqrsştuüvwxyz',
  '0123456789 !?&@%€₺ .,:; “” ‘’ ()',
];

/** Letters of a font in several sizes, and the reader's own words. */
export function FontView({ file, onFailure }: ViewProps) {
  const { t } = useTranslation();
  const family = `specimen-${file.id}`;
  const [isThere, setThere] = useState(false);
  const [words, setWords] = useState('');
  const fail = useEffectEvent((error: unknown) => {
    console.error('open font', error);
    onFailure();
  });
  useEffect(() => {
    const reading = new AbortController();
    let face: FontFace | undefined;
    const load = async () => {
      if (file.size > MAX_FONT_BYTES) throw new Error('The font is too large to be shown');
      const answer = await fetch(file.file, { signal: reading.signal });
      if (!answer.ok) throw new Error(`The font came with ${answer.status}`);
      face = await new FontFace(family, await answer.arrayBuffer()).load();
      if (reading.signal.aborted) return;
      document.fonts.add(face);
      setThere(true);
    };
    load().catch((error: unknown) => {
      if (!reading.signal.aborted) fail(error);
    });
    return () => {
      reading.abort();
      if (face) document.fonts.delete(face);
    };
  }, [file.file, file.size, family]);
  if (!isThere) return <LoadingMark>{t('files.loading')}</LoadingMark>;
  return (
    <Sheet label={t('viewer.font', { name: file.name })}>
      <TextInput
        label={t('viewer.words')}
        placeholder={t('viewer.pangram')}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
        maxLength={300}
      />
      <div style={{ fontFamily: family }}>
        {SIZES.map((size) => (
          <p key={size} className={classes.line} style={{ fontSize: size }}>
            {words || t('viewer.pangram')}
          </p>
        ))}
        {LETTERS.map((letters) => (
          <p key={letters} className={classes.letters}>
            {letters}
          </p>
        ))}
      </div>
    </Sheet>
  );
}
