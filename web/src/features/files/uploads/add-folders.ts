import { errorText } from '../../../components/feedback/error-text.ts';
import { toastError } from '../../../components/feedback/toast.ts';
import { getI18n } from '../../../i18n/i18n.ts';
import { sectionNamed } from '../sections/api.ts';

/** Calls `add` with each folder's files and its section; without a section they are not uploaded, with a message. */
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
