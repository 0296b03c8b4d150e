import { Loader } from '@mantine/core';
import { IconFile, IconLock } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useFormat } from '../../../../components/use-format.ts';
import { Sheet } from '../sheets/Sheet.tsx';
import type { ViewProps } from '../ViewedFile.tsx';
import { useReading } from '../sheets/use-reading.ts';
import { readTar } from './read-tar.ts';
import { readArchive } from './read-archive.ts';
import sheet from '../sheets/Sheet.module.css';
import classes from './ArchiveView.module.css';

/** More rows than anybody reads. */
const MAX_ROWS = 1000;

const TAR = 'application/x-tar';
const MOST_READ_BYTES = 16 * 1024 * 1024;

/** Characters that would be drawn as others, or turn the rest of the line round. */
const DECEIVING = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Lists the contents of a zip, or of the beginning of a tar, without downloading it. */
export function ArchiveView(props: ViewProps) {
  const { file } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const archive = useReading('archive', props, (address, signal) =>
    isTar(file)
      ? readBeginning(address, signal).then((body) => readTar(body, file.file_type !== TAR))
      : readArchive(file.size, (start, end) => readRange(address, start, end, signal)),
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
      {archive.isCut && <p className={sheet.note}>{t('viewer.tableCut')}</p>}
      {hidden > 0 && <p className={sheet.note}>{t('viewer.moreEntries', { count: hidden })}</p>}
    </Sheet>
  );
}

function isTar({ file_type }: Pick<ProjectFile, 'file_type'>): boolean {
  return file_type === TAR || file_type === 'application/gzip';
}

/** The names of a tar lie between its files, so its beginning is read, as much as a phone may load. */
async function readBeginning(
  url: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const answer = await fetch(url, { signal, headers: { range: `bytes=0-${MOST_READ_BYTES - 1}` } });
  if (!answer.ok || !answer.body) throw new Error(`The archive came with ${answer.status}`);
  return answer.body;
}

async function readRange(url: string, start: number, end: number, signal: AbortSignal): Promise<Uint8Array> {
  if (end <= start) return new Uint8Array();
  const answer = await fetch(url, { signal, headers: { range: `bytes=${start}-${end - 1}` } });
  if (answer.status !== 206) throw new Error(`A part of the archive came with ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
