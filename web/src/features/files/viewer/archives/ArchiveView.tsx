import { Loader } from '@mantine/core';
import { IconFile, IconLock } from '@tabler/icons-react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import { Sheet } from '../sheets/Sheet.tsx';
import type { ViewProps } from '../ViewedFile.tsx';
import { useReading } from '../sheets/use-reading.ts';
import { readArchive } from './read-archive.ts';
import sheet from '../sheets/Sheet.module.css';
import classes from './ArchiveView.module.css';

/** More rows than anybody reads. */
const MAX_ROWS = 1000;

/** Characters that would be drawn as others, or turn the rest of the line round. */
const DECEIVING = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** What is in a zip, without downloading it. */
export function ArchiveView(props: ViewProps) {
  const { file } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const archive = useReading('archive', props, (address, signal) =>
    readArchive(file.size, (start, end) => readRange(address, start, end, signal)),
  );
  if (!archive) return <Loader color="gray" aria-label={t('files.loading')} />;
  const files = archive.entries.filter(({ path }) => !path.endsWith('/'));
  const shown = files.slice(0, MAX_ROWS);
  const folders = archive.entries.length - files.length;
  const hidden = archive.count - folders - shown.length;
  const unpacked = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <Sheet label={t('viewer.archive', { name: file.name })}>
      <p className={sheet.note}>
        {t('viewer.entries', { count: archive.count - folders, size: format.bytes(unpacked) })}
      </p>
      <ul className={classes.list}>
        {shown.map(({ path, size, isEncrypted }, place) => (
          // Names may repeat.
          <li key={`${place} ${path}`} className={classes.row}>
            <IconFile size={18} aria-hidden />
            <bdi className={classes.path}>{path.replace(DECEIVING, '\u{fffd}')}</bdi>
            {isEncrypted && <IconLock size={16} aria-label={t('viewer.locked')} />}
            <span className={classes.size}>{format.bytes(size)}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={sheet.note}>{t('viewer.moreEntries', { count: hidden })}</p>}
    </Sheet>
  );
}

async function readRange(url: string, start: number, end: number, signal: AbortSignal): Promise<Uint8Array> {
  if (end <= start) return new Uint8Array();
  const answer = await fetch(url, { signal, headers: { range: `bytes=${start}-${end - 1}` } });
  if (answer.status !== 206) throw new Error(`A part of the archive came with ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
