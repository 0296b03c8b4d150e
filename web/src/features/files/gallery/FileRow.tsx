import { IconDownload } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type ComponentType, memo } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFormat } from '../../../components/use-format.ts';
import { useCardLink } from '../grid/card-link.ts';
import { FileIcon } from '../grid/FileIcon.tsx';
import { FileName } from '../grid/FileName.tsx';
import { downloadUrl, openingOf, shownExtension } from '../grid/file-opening.ts';
import { FormatName } from '../viewer/formats/FormatName.tsx';
import { PickMark } from '../picks/PickMark.tsx';
import classes from './FileRow.module.css';
import { NewMark } from './NewMark.tsx';

type Props = {
  file: ProjectFile;
  onOpen: (file: ProjectFile) => void;
  isNew: boolean;
  /** Stands in place of the download. */
  Menu?: ComponentType<{ file: ProjectFile }> | undefined;
};

/** Longer extensions have an icon on their tile. */
const LONGEST_TYPE = 4;

/** A file that has no picture: type, name, size and download in one row, all of which opens it. */
export const FileRow = memo(function FileRow({ file, onOpen, isNew, Menu }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const link = useCardLink(file, onOpen);
  const type = shownExtension(file.name);
  const size = format.extent(file);
  const hasTile = type !== '' && type.length <= LONGEST_TYPE;
  const isDownload = openingOf(file) === 'download';
  const icon = <IconDownload size={18} stroke={1.75} aria-hidden />;
  return (
    <li className={classes.row}>
      {/* Covers the row without holding its texts, from which its name would differ. */}
      <a className={classes.open} {...link}>
        {hasTile ? (
          // Drawn by the style sheet: the name says the same.
          <span className={classes.type} data-type={type} data-long={type.length > 3 || undefined} />
        ) : (
          <FileIcon kind={file.kind} size={22} />
        )}
      </a>
      <span className={classes.texts}>
        <span className={classes.name}>
          {isNew && <NewMark />}
          <PickMark file={file} />
          <FileName name={file.name} />
        </span>
        <span className={classes.size}>
          {isDownload && (
            <>
              <FormatName file={file} until={type} /> ·{' '}
            </>
          )}
          {size}
          {file.caption && (
            <>
              {' · '}
              <bdi>{file.caption}</bdi>
            </>
          )}
        </span>
      </span>
      {Menu && <Menu file={file} />}
      {Menu === undefined &&
        (isDownload ? (
          <span className={classes.download}>{icon}</span>
        ) : (
          <a
            className={classes.download}
            href={downloadUrl(file)}
            aria-label={t('files.download', { name: file.name })}
          >
            {icon}
          </a>
        ))}
    </li>
  );
});
