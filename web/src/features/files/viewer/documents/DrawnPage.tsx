import { Loader } from '@mantine/core';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import classes from './DrawnPage.module.css';

/** The first page as the server has drawn it, where the reader will show it: its code and the document come after. */
export function DrawnPage({ file }: { file: ProjectFile }) {
  const { t } = useTranslation();
  return (
    <span className={classes.page}>
      {file.thumbnail_large && <img src={file.thumbnail_large} alt="" fetchPriority="high" />}
      <Loader color="gray" aria-label={t('files.loading')} />
    </span>
  );
}
