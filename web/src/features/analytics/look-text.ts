import type { Look } from '@vitrin/shared/contract/looks.ts';
import { IconDownload, IconEye, IconPhoto, IconPackageExport } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';

export const LOOK_ICONS = {
  project_opened: IconEye,
  version_opened: IconEye,
  file_previewed: IconPhoto,
  file_downloaded: IconDownload,
  zip_downloaded: IconPackageExport,
};

/** What somebody did, without the name: "opened version 3.0". */
export function useLookText() {
  const { t } = useTranslation();
  return ({ kind, version, file, brought }: Look) => {
    const did = t(`lately.did.${kind}`, { number: version?.version_number ?? '', file: file?.name ?? '' });
    return brought ? t('lately.brought', { did }) : did;
  };
}

/** The page of what was looked at; files open in the viewer there. */
export function lookAddress({ kind, project, version, file }: Look): string {
  const address = paths.project(project.id);
  if (kind !== 'file_previewed' || !version || !file) return address;
  return `${address}?version=${version.id}&file=${file.id}`;
}
