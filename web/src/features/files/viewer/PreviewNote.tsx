import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './FileViewer.module.css';

/** Says how far the making of a preview is; the list of files is asked again until it is there. */
export function PreviewNote({ percent }: { percent: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <p className={classes.previewNote}>{t('viewer.previewMade', { percent: format.percent(percent) })}</p>
  );
}
