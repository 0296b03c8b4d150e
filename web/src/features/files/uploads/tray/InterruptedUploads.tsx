import { Button, Text } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { uploadQueue } from '../uploads-of-tab.ts';
import { withoutLitter } from '../collect-files.ts';
import type { Upload } from '../upload-list.ts';
import classes from './UploadTray.module.css';

/** Uploads that a reload interrupted: a page may not read files by itself, so they have to be chosen again. */
export function InterruptedUploads({ uploads }: { uploads: readonly Upload[] }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [stranger, setStranger] = useState<string | null>(null);
  const count = uploads.filter(({ state }) => state === 'interrupted').length;

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const strangers = uploadQueue.chooseAgain(withoutLitter(Array.from(currentTarget.files ?? [])));
    setStranger(strangers[0]?.name ?? null);
    currentTarget.value = '';
  };

  return (
    <div className={classes.interrupted}>
      <Text size="sm">{t('uploads.chooseAgainHint', { count })}</Text>
      {stranger !== null && (
        <Text size="sm" c="red" role="alert" style={{ overflowWrap: 'anywhere' }}>
          {t('uploads.otherFile', { name: stranger })}
        </Text>
      )}
      <Button size="xs" variant="default" onClick={() => input.current?.click()}>
        {t('uploads.chooseAgain', { count })}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={choose}
        aria-label={t('uploads.chooseAgain', { count })}
      />
    </div>
  );
}
