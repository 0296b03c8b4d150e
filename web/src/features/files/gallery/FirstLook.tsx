import { useQueryClient } from '@tanstack/react-query';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useSearchParams } from 'react-router';
import { VIEW_PAIR } from '@vitrin/shared/rules/client-view.ts';
import { FilePicture } from '../../../components/pictures/FilePicture.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { currentUserQuery } from '../../auth/api.ts';
import { downloadUrl } from '../grid/file-opening.ts';
import classes from './FirstLook.module.css';

/**
 * An opened file by its picture, where the viewer will show it, until the viewer's code is there; in the page that the
 * server renders too. Without a picture it has its name and its download.
 */
export function FirstLook({ file, onClose }: { file: ProjectFile; onClose: () => void }) {
  const { t } = useTranslation();
  // Of a document only the first page has a picture.
  const [query] = useSearchParams();
  const isFirst = file.kind !== 'pdf' || !query.has('page');
  const isView = useQueryClient().getQueryData(currentUserQuery.queryKey)?.view !== undefined;
  return (
    <div className={classes.look} data-kind={file.kind}>
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
      <div>{isFirst && <FilePicture file={file} sizes="100vw" loading="eager" fetchPriority="high" />}</div>
    </div>
  );
}
