import type { Look } from '@vitrin/shared/contract/figures/looks.ts';
import { IconDownload, IconEye, IconLink, IconPhoto, IconPackageExport } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';

export const LOOK_ICONS = {
  project_opened: IconEye,
  version_opened: IconEye,
  file_previewed: IconPhoto,
  link_opened: IconLink,
  file_downloaded: IconDownload,
  zip_downloaded: IconPackageExport,
};

/** Action of a reader, without the name: "opened version 3.0", "downloaded 16 files of version 3.0". */
export function useLookText() {
  const { t } = useTranslation();
  const didOf = ({ kind, version, file, link, files: count }: Look) => {
    const values = {
      number: version?.version_number ?? '',
      file: file?.name ?? '',
      link: link?.title ?? '',
      count,
    };
    if (kind === 'link_opened' && !link) return t('lately.did.some_link_opened', values);
    if (count > 1 && kind === 'file_downloaded') return t('lately.did.files_downloaded', values);
    if (count > 1 && kind === 'file_previewed') return t('lately.did.files_previewed', values);
    return t(`lately.did.${kind}`, values);
  };
  return (look: Look) => {
    const { brought } = look;
    const did = didOf(look);
    return brought ? t('lately.brought', { did }) : did;
  };
}

/** Page of the object that was looked at; files open in the viewer there. */
export function lookAddress({ kind, project, version, file, files }: Look): string {
  const address = paths.project(project.id);
  if (kind !== 'file_previewed' || files > 1 || !version || !file) return address;
  return `${address}?version=${version.id}&file=${file.id}`;
}
