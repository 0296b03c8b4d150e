import { IconExternalLink } from '@tabler/icons-react';
import type { ViewProps } from '../../features/files/viewer/view-props.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import other from '../../features/files/viewer/OtherView.module.css';
import classes from './PdfView.module.css';

/** In place of viewer/documents/PdfView.tsx: the first page as a picture, and the document in the browser's own reader. */
export function PdfView({ file }: ViewProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.document}>
      {file.thumbnail_large && <img className={classes.page} src={file.thumbnail_large} alt="" />}
      <a
        className={`${other.primary} ${classes.open}`}
        href={file.preview ?? file.file}
        target="_blank"
        rel="noopener"
      >
        <IconExternalLink size={20} aria-hidden />
        {t('offline.openDocument')}
      </a>
    </div>
  );
}
