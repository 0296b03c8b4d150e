import { IconDownload } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFormat } from '../../../components/use-format.ts';
import { FileIcon } from '../grid/FileIcon.tsx';
import { FileName } from '../grid/FileName.tsx';
import { downloadUrl, splitName } from '../grid/file-opening.ts';
import { type NamedFormat, namedFormatOf } from './office/named-format.ts';
import classes from './OtherView.module.css';

/** Sentences that name a document's format where its name alone would not. */
const NAMED = {
  doc: 'viewer.oldWord',
  xls: 'viewer.oldExcel',
  ppt: 'viewer.oldPowerPoint',
  rtf: 'viewer.richText',
} as const satisfies Record<NamedFormat, string>;

/** A file that the viewer cannot show, with what can be done with it: or not yet. */
export function OtherView({ file }: { file: ProjectFile }) {
  const { t } = useTranslation();
  const format = useFormat();
  const kind = splitName(file.name)[1].slice(1).toUpperCase();
  const named = namedFormatOf(file);
  const without = kind ? t('viewer.noPreview', { kind }) : t('viewer.noPreviewOfKind');
  const sentence = named ? t(NAMED[named]) : without;
  const note = file.preview_percent === null ? sentence : t('viewer.pagesMade');
  return (
    <div className={classes.other}>
      <FileIcon kind={file.kind} size={72} />
      <div className={classes.otherName}>
        <FileName name={file.name} />
      </div>
      <p className={classes.note}>{note}</p>
      <a className={classes.primary} href={downloadUrl(file)}>
        <IconDownload size={20} aria-hidden />
        {t('files.downloadSize', { size: format.bytes(file.size) })}
      </a>
    </div>
  );
}
