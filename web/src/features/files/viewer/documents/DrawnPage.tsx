import { Loader } from '@mantine/core';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import classes from './DrawnPage.module.css';

/**
 * First page as the server has drawn it, where the reader will show it: its code and the document come after. An
 * address that names a page has no picture.
 */
export function DrawnPage({ file }: { file: ProjectFile }) {
  const { t } = useTranslation();
  const isFirst = !useSearchParams()[0].has('page');
  return (
    <span className={classes.page}>
      {isFirst && file.thumbnail_large && <img src={file.thumbnail_large} alt="" fetchPriority="high" />}
      <Loader color="gray" aria-label={t('files.loading')} />
    </span>
  );
}
