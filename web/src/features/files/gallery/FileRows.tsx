import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { ComponentType } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FileRow } from './FileRow.tsx';
import classes from './VersionGallery.module.css';

type Props = {
  files: readonly ProjectFile[];
  onOpen: (file: ProjectFile) => void;
  isNew: (file: ProjectFile) => boolean;
  /** Stands in place of a download. */
  Menu?: ComponentType<{ file: ProjectFile }> | undefined;
};

/** Files without a picture, one below the other. */
export function FileRows({ files, onOpen, isNew, Menu }: Props) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <ul className={classes.rows} aria-label={t('files.list')}>
      {files.map((file) => (
        <FileRow key={file.id} file={file} onOpen={onOpen} isNew={isNew(file)} Menu={Menu} />
      ))}
    </ul>
  );
}
