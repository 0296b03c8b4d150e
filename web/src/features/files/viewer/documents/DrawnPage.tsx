import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useSearchParams } from 'react-router';
import { LoadingMark } from '../../../../components/feedback/LoadingMark.tsx';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { pageIn, pointIn } from '../places/first-place.ts';
import { FirstPage } from '../places/FirstPlace.tsx';
import classes from './DrawnPage.module.css';

/** First or addressed page as drawn by the server, until the reader's code and the document are loaded. */
export function DrawnPage({ file }: { file: ProjectFile }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const page = pageIn(query, file);
  return (
    <span className={classes.page}>
      {page ? (
        <FirstPage file={file} page={page} at={pointIn(query)} />
      ) : (
        file.thumbnail_large && <img src={file.thumbnail_large} alt="" fetchPriority="high" />
      )}
      <LoadingMark>{t('files.loading')}</LoadingMark>
    </span>
  );
}
