import { errorText } from '../../../components/feedback/error-text.ts';
import { toastError } from '../../../components/feedback/toast.ts';
import { getI18n } from '../../../i18n/i18n.ts';
import { sectionNamed } from '../sections/api.ts';

/**
 * Calls `add` with the files of each folder and the section of its name. Without a section files are not
 * uploaded, since they would lie among all others: a message says so.
 */
export async function addFolders(
  versionId: number,
  folders: Iterable<readonly [string, readonly File[]]>,
  add: (files: readonly File[], section: number) => void,
): Promise<void> {
  for (const [folder, files] of folders) {
    try {
      add(files, await sectionNamed(versionId, folder));
    } catch (error) {
      console.error('a folder has no section', error);
      const { t } = getI18n();
      toastError(t('uploads.folderFailed', { folder, reason: errorText(t, error) }));
      return;
    }
  }
}
