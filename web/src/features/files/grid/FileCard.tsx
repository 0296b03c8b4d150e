import { IconDownload, IconPlayerPlayFilled, IconTrash } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../components/use-format.ts';
import classes from './FileCard.module.css';
import { useCardLink } from './card-link.ts';
import { FileIcon } from './FileIcon.tsx';
import { FileName } from './FileName.tsx';
import { downloadUrl, fileKind, largeThumbnail, smallThumbnail, splitName } from './file-kind.ts';

type Props = {
  file: ProjectFile;
  /** Whether the card is shown large, with the large thumbnail. */
  isLarge: boolean;
  /** Called for files that the viewer shows; other cards are plain links. */
  onOpen: (file: ProjectFile) => void;
  /** Undefined for users who may not delete. */
  onDelete: ((file: ProjectFile) => void) | undefined;
};

/** Plain elements instead of Mantine's, because a version may have hundreds of cards. */
export const FileCard = memo(function FileCard({ file, isLarge, onOpen, onDelete }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const link = useCardLink(file, onOpen);
  const { name } = file;

  return (
    <li className={classes.card} data-kind={fileKind(file)}>
      <a className={classes.open} {...link}>
        <Preview file={file} isLarge={isLarge} key={file.thumbnail} />
      </a>
      <div className={classes.name}>
        <FileName name={name} />
      </div>
      <span className={classes.size}>{format.bytes(file.size)}</span>
      <div className={classes.actions}>
        <a className={classes.action} href={downloadUrl(file)} aria-label={t('files.download', { name })}>
          <IconDownload size={18} stroke={1.75} aria-hidden />
        </a>
        {onDelete && (
          <button
            type="button"
            className={classes.action}
            onClick={() => onDelete(file)}
            aria-label={t('files.delete', { name })}
          >
            <IconTrash size={18} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
    </li>
  );
});

/** The thumbnail, or the type icon while there is none or when it fails to load. */
function Preview({ file, isLarge }: { file: ProjectFile; isLarge: boolean }) {
  const [isBroken, setBroken] = useState(false);
  const kind = fileKind(file);
  const picture = isLarge ? largeThumbnail(file) : smallThumbnail(file);
  const [, extension] = splitName(file.name);
  if (picture === null || isBroken)
    return (
      <span className={classes.icon}>
        <FileIcon kind={kind} size={44} />
        {extension && <span className={classes.extension}>{extension.slice(1).toUpperCase()}</span>}
      </span>
    );
  return (
    <>
      <img
        className={classes.picture}
        src={picture}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
      />
      {kind === 'video' && (
        <span className={classes.play}>
          <IconPlayerPlayFilled size={20} aria-hidden />
        </span>
      )}
      {kind === 'pdf' && <span className={classes.badge}>PDF</span>}
    </>
  );
}
