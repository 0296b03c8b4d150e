import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { RichText } from '../../../components/rich-text/RichText.tsx';
import { useFormat } from '../../../components/use-format.ts';
import classes from './versions.module.css';

/** Freelancer's note on a version, with the time when it came. */
export function VersionNote({ version }: { version: Version }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { created_at, description, file_count, size } = version;
  return (
    <div className={classes.note}>
      <p className={classes.meta}>
        <time dateTime={created_at}>{format.dateTime(created_at)}</time>
        {file_count > 0 && <> · {t('files.count', { count: file_count, size: format.bytes(size) })}</>}
      </p>
      <RichText html={description} />
    </div>
  );
}
