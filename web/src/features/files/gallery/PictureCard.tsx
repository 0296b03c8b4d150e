import { IconDownload } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type ComponentType, type CSSProperties, memo } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FilePicture } from '../../../components/pictures/FilePicture.tsx';
import { useFormat } from '../../../components/use-format.ts';
import { useCardLink } from '../grid/card-link.ts';
import { FileIcon } from '../grid/FileIcon.tsx';
import { FileName } from '../grid/FileName.tsx';
import { downloadUrl } from '../grid/file-opening.ts';
import { KindMark } from '../grid/KindMark.tsx';
import { PickMark } from '../picks/PickMark.tsx';
import { NewMark } from './NewMark.tsx';
import classes from './PictureCard.module.css';
import { galleryRatio, ratioOf } from './shown-files.ts';
import type { Position } from './two-columns.ts';

type Props = {
  file: ProjectFile;
  onOpen: (file: ProjectFile) => void;
  isNew: boolean;
  /** The one large picture of the page, which alone is in sight at first. */
  isLead?: boolean;
  /** True while an open file hides it. */
  isCovered?: boolean;
  /** Stands in place of the download. */
  Menu?: ComponentType<{ file: ProjectFile }> | undefined;
} & Partial<Position>;

/** Highest picture of a lead on a desktop, in pixels; the style sheet says the same. */
const LEAD_HEIGHT = 540;
/** Highest picture of a row on a wide screen, of which most are lower. */
const ROW_HEIGHT = 286;

/** A file by its picture, without a frame; name, size and download stand below. */
export const PictureCard = memo(function PictureCard(props: Props) {
  const { file, onOpen, isNew, isLead, isCovered, Menu, x, y, width, isWhole } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const link = useCardLink(file, onOpen);
  const { kind } = file;
  const isFirst = isLead && !isCovered;
  const ratio = isLead ? ratioOf(file) : galleryRatio(file);
  const [phone, desktop, wide] = isLead
    ? ['calc(100vw - 32px)', '100vw', `${Math.min(1104, Math.round(LEAD_HEIGHT * ratio))}px`]
    : [isWhole ? 'calc(100vw - 32px)' : 'calc(50vw - 20px)', '33vw', `${Math.round(ROW_HEIGHT * ratio)}px`];
  // A narrow picture's name needs all of its width.
  const hasSize = isLead || ratio >= 1;
  return (
    <li
      className={classes.card}
      data-lead={isLead || undefined}
      data-whole={isWhole || undefined}
      data-contained={(!isLead && ratio !== ratioOf(file)) || undefined}
      style={{ '--ratio': ratio.toFixed(3), '--x': x, '--y': y, '--width': width } as CSSProperties}
    >
      <a className={classes.open} data-kind={kind} {...link}>
        <FilePicture
          file={file}
          sizes={`(min-width: 64em) ${wide}, (min-width: 48em) ${desktop}, ${phone}`}
          className={classes.picture}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          fallback={
            <span className={classes.icon}>
              <FileIcon kind={kind} size={isLead ? 56 : 40} />
            </span>
          }
        >
          <KindMark file={file} iconSize={isLead ? 28 : 20} />
        </FilePicture>
      </a>
      <div className={classes.caption}>
        {isNew && <NewMark />}
        <PickMark file={file} />
        <span className={classes.name}>
          <FileName name={file.name} />
        </span>
        {hasSize && <span className={classes.size}>{format.extent(file)}</span>}
        {Menu ? (
          <Menu file={file} />
        ) : (
          <a
            className={classes.download}
            href={downloadUrl(file)}
            aria-label={t('files.download', { name: file.name })}
          >
            <IconDownload size={18} stroke={1.75} aria-hidden />
          </a>
        )}
      </div>
      {file.caption && (
        <p className={classes.words} dir="auto">
          {file.caption}
        </p>
      )}
    </li>
  );
});
