import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { LoadingMark } from '../../../../components/feedback/LoadingMark.tsx';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Sheet } from '../sheets/Sheet.tsx';
import { useReading } from '../sheets/use-reading.ts';
import type { ViewProps } from '../view-props.ts';
import { ArchiveList } from './ArchiveList.tsx';
import { type Archive, readArchive } from './read-archive.ts';
import { readTar } from './read-tar.ts';
import { askSevenZip, packedFormatOf } from './seven-zip/ask-seven-zip.ts';

const TAR = 'application/x-tar';
const MOST_READ_BYTES = 16 * 1024 * 1024;

/** Lists the contents of an archive without downloading it: of a tar, those of its beginning. */
export function ArchiveView(props: ViewProps) {
  const { file } = props;
  const { t } = useTranslation();
  const archive = useReading('archive', props, (address, signal) => listOf(file, address, signal));
  if (!archive) return <LoadingMark>{t('files.loading')}</LoadingMark>;
  return (
    <Sheet label={t('viewer.archive', { name: file.name })}>
      <ArchiveList archive={archive} />
    </Sheet>
  );
}

async function listOf(file: ProjectFile, address: string, signal: AbortSignal): Promise<Archive> {
  const { file_type: type, size } = file;
  const format = packedFormatOf(file);
  if (format) return askSevenZip({ address, size, format }, signal);
  if (type === TAR || type === 'application/gzip')
    return readTar(await readBeginning(address, signal), type !== TAR);
  return readArchive(size, (start, end) => readRange(address, start, end, signal));
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
