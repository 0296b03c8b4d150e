import { Loader, VisuallyHidden } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { WEB_PIXELS } from '@vitrin/shared/rules/web-size.ts';
import type { MouseEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { haveWebSize, useWebDownload, webUrl } from './use-web-download.ts';

type Props = {
  versionId: number;
  files: readonly ProjectFile[];
  /** True if they are all files of the version. */
  isAll: boolean;
  className: string | undefined;
  /** True if its words stand beside its icon. */
  hasText?: boolean;
};

/** Link that downloads files in the web size, before the page's code too; empty without pictures. */
export function WebSizeLink({ versionId, files, isAll, className, hasText = false }: Props) {
  const { t } = useTranslation();
  const { download, progress } = useWebDownload();
  if (!haveWebSize(files)) return null;
  const url = webUrl(versionId, files, isAll);
  const name = t('files.webSize', { pixels: WEB_PIXELS });
  const start = (event: MouseEvent) => {
    event.preventDefault();
    void download(url);
  };
  const isBusy = progress !== null;
  return (
    <>
      <a
        className={className}
        href={url}
        aria-label={name}
        title={progress || name}
        aria-busy={isBusy}
        onClick={start}
      >
        {isBusy ? (
          <Loader size={18} color="currentColor" aria-hidden />
        ) : (
          <IconPhotoDown size={20} aria-hidden />
        )}
        {hasText && <span>{progress || name}</span>}
      </a>
      <VisuallyHidden component="output">{progress}</VisuallyHidden>
    </>
  );
}
