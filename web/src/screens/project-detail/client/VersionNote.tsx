import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { RichText } from '../../../components/rich-text/RichText.tsx';
import { useFormat } from '../../../components/use-format.ts';
import classes from './versions.module.css';

type Props = {
  version: Version;
  /** True where the version's row says neither when it came nor how many files it has. */
  hasFacts?: boolean;
};

/** Freelancer's note on a version; the size of its files stands on their download. */
export function VersionNote({ version, hasFacts = false }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { created_at, description, file_count } = version;
  return (
    <div className={classes.note}>
      {hasFacts && (
        <p className={classes.meta}>
          <time dateTime={created_at}>{format.dateTime(created_at)}</time>
          {file_count > 1 && <> · {t('project.fileCount', { count: file_count })}</>}
        </p>
      )}
      <RichText html={description} />
    </div>
  );
}
