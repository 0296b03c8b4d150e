import { useQueryClient } from '@tanstack/react-query';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { CSSProperties } from 'react';
import { useSearchParams } from 'react-router';
import { VIEW_PAIR } from '@vitrin/shared/rules/client-view.ts';
import { FilePicture } from '../../../components/pictures/FilePicture.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { currentUserQuery } from '../../auth/api.ts';
import { downloadUrl, viewerAddress } from '../grid/file-opening.ts';
import { FirstFilm } from './FirstFilm.tsx';
import classes from './FirstLook.module.css';

type Props = {
  file: ProjectFile;
  /** The files of its version, in their order. */
  files: readonly ProjectFile[];
  onShow: (file: ProjectFile) => void;
  onClose: () => void;
};

/**
 * An opened file where the viewer will show it, until the viewer's code is there; in the page that the server renders
 * too. It needs no script: links close it, download the file and lead to its neighbours, a film has the browser's own
 * controls, and a ring stands at the place of a picture that the address names.
 */
export function FirstLook({ file, files, onShow, onClose }: Props) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  // Only the first page of a document has a picture.
  const isFirst = file.kind !== 'pdf' || !query.has('page');
  const isView = useQueryClient().getQueryData(currentUserQuery.queryKey)?.view !== undefined;
  const at = files.findIndex(({ id }) => id === file.id);
  const neighbours = [
    { side: 'start', next: files[at - 1], word: t('paging.previous') },
    { side: 'end', next: files[at + 1], word: t('paging.next') },
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
          <FirstFilm key={file.id} file={file} milliseconds={Number(query.get('t'))} />
        ) : (
          isFirst && (
            <span className={classes.frame} {...frameOf(file)}>
              <FilePicture file={file} sizes="100vw" loading="eager" fetchPriority="high">
                {file.kind !== 'pdf' && <Ring at={query.get('at')} />}
              </FilePicture>
            </span>
          )
        )}
      </div>
      {neighbours.map(
        ({ side, next, word }) =>
          next && (
            <a
              key={side}
              className={classes.step}
              data-side={side}
              href={viewerAddress(next, isView)}
              aria-label={word}
              onClick={(event) => {
                event.preventDefault();
                onShow(next);
              }}
            />
          ),
      )}
    </div>
  );
}

/** A ring at thousandths of the picture, as the viewer draws it; nothing where `at` is no place (specification 6.17). */
function Ring({ at }: { at: string | null }) {
  const [, x, y] = /^(\d{1,3}|1000),(\d{1,3}|1000)$/.exec(at ?? '') ?? [];
  if (x === undefined || y === undefined) return null;
  return <span className={classes.ring} style={{ left: `${Number(x) / 10}%`, top: `${Number(y) / 10}%` }} />;
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
