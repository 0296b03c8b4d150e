import { useQueryClient } from '@tanstack/react-query';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { CSSProperties } from 'react';
import { useSearchParams } from 'react-router';
import { VIEW_PAIR } from '@vitrin/shared/rules/client-view.ts';
import { FilePicture } from '../../../components/pictures/FilePicture.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { currentUserQuery } from '../../auth/api.ts';
import { downloadUrl, viewerAddress } from '../grid/file-opening.ts';
import { useArrowKeys } from '../viewer/use-arrow-keys.ts';
import { pageIn, pointIn } from '../viewer/places/first-place.ts';
import { FirstPage, FirstRing } from '../viewer/places/FirstPlace.tsx';
import { FirstFilm } from './FirstFilm.tsx';
import classes from './FirstLook.module.css';

type Props = {
  file: ProjectFile;
  files: readonly ProjectFile[];
  onShow: (file: ProjectFile) => void;
  onClose: () => void;
};

/**
 * Open file until the viewer's code is loaded, also in the server's page. It needs no script: links close it, download
 * the file and lead to its neighbours; films have the browser's controls, and a ring marks a place.
 */
export function FirstLook({ file, files, onShow, onClose }: Props) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const at = pointIn(query);
  const page = file.kind === 'pdf' ? pageIn(query, file) : undefined;
  const isView = useQueryClient().getQueryData(currentUserQuery.queryKey)?.view !== undefined;
  const index = files.findIndex(({ id }) => id === file.id);
  const [previous, next] = [files[index - 1], files[index + 1]];
  useArrowKeys(true, {
    Escape: onClose,
    ArrowLeft: () => previous && onShow(previous),
    ArrowRight: () => next && onShow(next),
  });
  const neighbours = [
    { side: 'start', file: previous, word: t('paging.previous') },
    { side: 'end', file: next, word: t('paging.next') },
  ];
  return (
    <div className={classes.look} data-kind={file.kind} data-testid="first-look">
      <p dir="auto">{file.name}</p>
      <a className={classes.download} href={downloadUrl(file)}>
        {t('files.downloadShort')}
      </a>
      <a
        className={classes.close}
        href={`?${isView ? VIEW_PAIR : ''}`}
        aria-label={t('actions.close')}
        onClick={(event) => {
          event.preventDefault();
          onClose();
        }}
      />
      <div>
        {file.kind === 'video' ? (
          <FirstFilm key={file.id} file={file} query={query} />
        ) : page ? (
          <FirstPage file={file} page={page} at={at} />
        ) : (
          <span className={classes.frame} {...frameOf(file)}>
            <FilePicture file={file} sizes="100vw" loading="eager" fetchPriority="high">
              {file.kind !== 'pdf' && <FirstRing at={at} />}
            </FilePicture>
          </span>
        )}
      </div>
      {neighbours.map(
        ({ side, file: neighbour, word }) =>
          neighbour && (
            <a
              key={side}
              className={classes.step}
              data-side={side}
              href={viewerAddress(neighbour, isView)}
              aria-label={word}
              onClick={(event) => {
                event.preventDefault();
                onShow(neighbour);
              }}
            />
          ),
      )}
    </div>
  );
}

/** As large as the space allows, and no larger than the picture. */
function frameOf({ kind, width, height }: ProjectFile): { 'data-sized'?: true; style?: CSSProperties } {
  if (kind === 'pdf' || width === null || height === null) return {};
  const ratio = width / height;
  return {
    'data-sized': true,
    style: { width: `min(100cqw, ${100 * ratio}cqh, ${width}px)`, aspectRatio: ratio },
  };
}
