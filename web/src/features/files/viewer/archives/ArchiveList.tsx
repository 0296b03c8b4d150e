import { IconFile, IconFolder, IconLock } from '@tabler/icons-react';
import { useFormat } from '../../../../components/use-format.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import type { Archive, ArchiveEntry } from './read-archive.ts';
import sheet from '../sheets/Sheet.module.css';
import classes from './ArchiveView.module.css';

/** More rows than anybody reads. */
const MAX_ROWS = 1000;

/** Characters that would be drawn as others, or turn the rest of the line round. */
const DECEIVING = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The files of an archive with their folders, and the folders in which nothing lies. */
export function ArchiveList({ archive: { entries, count, isCut = false } }: { archive: Archive }) {
  const { t } = useTranslation();
  const format = useFormat();
  const folders = entries.filter(isFolder);
  const files = entries.filter((entry) => !isFolder(entry));
  const filled = filledFoldersOf(entries);
  const rows = [...files, ...folders.filter(({ path }) => !filled.has(path))];
  const shown = rows.slice(0, MAX_ROWS);
  const unread = count - entries.length;
  const hidden = rows.length - shown.length + unread;
  const unpacked = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      <p className={sheet.note}>
        {t(isCut ? 'viewer.entriesAtLeast' : 'viewer.entries', {
          count: files.length + unread,
          size: format.bytes(unpacked),
        })}
      </p>
      <ul className={classes.list}>
        {shown.map((entry, index) => (
          // Names may repeat.
          <Row key={`${index} ${entry.path}`} entry={entry} />
        ))}
      </ul>
      {hidden > 0 && <p className={sheet.note}>{t('viewer.moreEntries', { count: hidden })}</p>}
      {isCut && <p className={sheet.note}>{t('viewer.tableCut')}</p>}
    </>
  );
}

function Row({ entry }: { entry: ArchiveEntry }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { path, size, isEncrypted, modified } = entry;
  const Icon = isFolder(entry) ? IconFolder : IconFile;
  const nameAt = nameStart(path);
  return (
    <li className={classes.row}>
      <Icon className={classes.icon} size={18} aria-hidden />
      <bdi className={classes.path}>
        <span className={classes.folder}>{safeToShow(path.slice(0, nameAt))}</span>
        {safeToShow(path.slice(nameAt))}
      </bdi>
      {isEncrypted && <IconLock className={classes.icon} size={16} aria-label={t('viewer.locked')} />}
      <span className={classes.facts}>
        {modified !== undefined && (
          <time dateTime={modified} title={format.dateTime(modified)}>
            {format.date(modified)}
          </time>
        )}
        <span className={classes.size}>{!isFolder(entry) && format.bytes(size)}</span>
      </span>
    </li>
  );
}

function safeToShow(text: string): string {
  return text.replace(DECEIVING, '\u{fffd}');
}

/** Where the last name of a path begins, behind the folders that it lies in. */
function nameStart(path: string): number {
  return path.lastIndexOf('/', path.length - 2) + 1;
}

function isFolder({ path }: ArchiveEntry): boolean {
  return path.endsWith('/');
}

/** Paths of the folders in which another entry lies, at whatever depth: in order, it follows its folder. */
function filledFoldersOf(entries: readonly ArchiveEntry[]): Set<string> {
  const paths = entries.map(({ path }) => path).toSorted();
  return new Set(paths.filter((path, index) => path.endsWith('/') && paths[index + 1]?.startsWith(path)));
}
