import { useTranslation } from '../../i18n/use-translation.ts';
import { toastError } from '../../components/feedback/toast.ts';
import { collectFiles } from './uploads/collect-files.ts';

/** Hands on the files of a drop, those in folders included, or says why there are none. */
export function useTakeDropped(onFiles: (files: File[]) => void): (transfer: DataTransfer) => Promise<void> {
  const { t } = useTranslation();
  return async (transfer) => {
    try {
      const { files, vanished } = await collectFiles(transfer);
      if (files.length > 0) onFiles(files);
      if (vanished > 0) toastError(t('files.unreadable'));
      else if (files.length === 0) toastError(t('files.nothingDropped'));
    } catch (error) {
      console.error('read dropped files', error);
      toastError(t('files.unreadable'));
    }
  };
}
