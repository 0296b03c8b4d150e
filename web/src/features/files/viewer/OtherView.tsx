import { IconDownload } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFormat } from '../../../components/use-format.ts';
import { FileIcon } from '../grid/FileIcon.tsx';
import { FileName } from '../grid/FileName.tsx';
import { downloadUrl } from '../grid/file-opening.ts';
import { FormatName } from './formats/FormatName.tsx';
import classes from './OtherView.module.css';

/** A file that the viewer cannot show, with what can be done with it: or not yet. */
export function OtherView({ file }: { file: ProjectFile }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={classes.other}>
      <FileIcon kind={file.kind} size={72} />
      <div className={classes.otherName}>
        <FileName name={file.name} />
      </div>
      <p className={classes.format}>
        <FormatName file={file} />
      </p>
      <p className={classes.note}>
        {t(file.preview_percent === null ? 'viewer.notShown' : 'viewer.pagesMade')}
      </p>
      <a className={classes.primary} href={downloadUrl(file)}>
        <IconDownload size={20} aria-hidden />
        {t('files.downloadSize', { size: format.bytes(file.size) })}
      </a>
    </div>
  );
}
