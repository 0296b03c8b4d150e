import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type ComponentType, memo } from 'react';
import { useFormat } from '../../../components/use-format.ts';
import classes from './FileCard.module.css';
import { useCardLink } from './card-link.ts';
import { FileIcon } from './FileIcon.tsx';
import { FileName } from './FileName.tsx';
import { FilePicture } from '../../../components/pictures/FilePicture.tsx';
import type { ItemDrag } from '../../../components/lists/use-reorder.ts';
import { FormatName } from '../viewer/formats/FormatName.tsx';
import { openingOf, shownExtension } from './file-opening.ts';
import { KindMark } from './KindMark.tsx';

type Props = {
  file: ProjectFile;
  index: number;
  /** True if the card is one of few that fill a row. */
  isLarge: boolean;
  /** Called for files that the viewer shows; other cards are plain links. */
  onOpen: (file: ProjectFile) => void;
  /** Buttons below the name. */
  Tools: ComponentType<{ file: ProjectFile; index: number }>;
  drag: ItemDrag | undefined;
};

/** Cards of the first row at any width: their pictures are in sight at once. */
const FIRST_ROW = 4;

/** How wide pictures are shown in the columns of FileGrid.module.css. */
const SIZES = '(max-width: 22.49em) 100vw, (max-width: 47.99em) 50vw, 280px';
const LARGE_SIZES = '(max-width: 47.99em) 100vw, 560px';

/** Plain elements instead of Mantine's, because a version may have hundreds of cards. */
export const FileCard = memo(function FileCard({ file, index, isLarge, onOpen, Tools, drag }: Props) {
  const format = useFormat();
  const link = useCardLink(file, onOpen);

  return (
    <li
      className={classes.card}
      data-kind={file.kind}
      data-place={index}
      data-dragged={typeof drag === 'object' || undefined}
      data-drop={typeof drag === 'string' ? drag : undefined}
      style={typeof drag === 'object' ? { translate: `${drag.x}px ${drag.y}px` } : undefined}
    >
      <a className={classes.open} {...link}>
        <Preview file={file} isLarge={isLarge} isFirst={index < FIRST_ROW} />
      </a>
      <div className={classes.name}>
        <FileName name={file.name} />
      </div>
      <span className={classes.size}>
        {format.extent(file)}
        {file.caption && (
          <>
            {' · '}
            <bdi>{file.caption}</bdi>
          </>
        )}
      </span>
      <Tools file={file} index={index} />
    </li>
  );
});

type PreviewProps = Pick<Props, 'file' | 'isLarge'> & { isFirst: boolean };

/** The picture, or the type icon while there is none or when it fails to load. */
function Preview({ file, isLarge, isFirst }: PreviewProps) {
  const extension = shownExtension(file.name);
  const isDownload = openingOf(file) === 'download';
  return (
    <FilePicture
      file={file}
      className={classes.picture}
      sizes={isLarge ? LARGE_SIZES : SIZES}
      loading={isFirst ? 'eager' : 'lazy'}
      fallback={
        <span className={classes.icon}>
          <FileIcon kind={file.kind} size={44} />
          {(isDownload || extension) && (
            <span className={classes.extension}>
              {isDownload ? <FormatName file={file} until={extension} /> : extension}
            </span>
          )}
        </span>
      }
    >
      <KindMark file={file} />
    </FilePicture>
  );
}
