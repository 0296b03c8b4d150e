import { Loader } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { expectAnswer } from '../api.ts';
import classes from './FileViewer.module.css';
import type { ViewProps } from './ViewedFile.tsx';

/** A pdf in the browser's own reader. A frame does not report failures, so the address is requested first. */
export function DocumentView({ file, onFailure }: ViewProps) {
  const { t } = useTranslation();
  const [isThere, setThere] = useState(false);
  const fail = useEffectEvent((error: unknown) => {
    console.error('open document', error);
    onFailure();
  });
  useEffect(() => {
    let isCurrent = true;
    expectAnswer(file.file).then(
      () => isCurrent && setThere(true),
      (error: unknown) => isCurrent && fail(error),
    );
    return () => void (isCurrent = false);
  }, [file.file]);
  if (!isThere) return <Loader aria-label={t('files.loading')} />;
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the answer sandboxes itself by its CSP
    <iframe className={classes.document} src={file.file} title={t('files.document', { name: file.name })} />
  );
}
