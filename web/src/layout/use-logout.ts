import { useTranslation } from '../i18n/use-translation.ts';
import { errorText } from '../components/feedback/error-text.ts';
import { toastError } from '../components/feedback/toast.ts';
import { leaveSession } from '../features/auth/api.ts';
import { isWorkUnderWay } from '../lib/work-under-way.ts';
import { loadCode } from '../lib/code/load-code.ts';

/** Logs out, and asks first while files are being uploaded, which would stop. */
export function useLogout(): () => Promise<void> {
  const { t } = useTranslation();
  const logOut = async () => {
    try {
      await leaveSession();
    } catch (error) {
      console.error(error);
      toastError(errorText(t, error, t('shell.logoutFailed')));
    }
  };
  return async () => {
    if (!isWorkUnderWay()) return logOut();
    const { confirmDelete } = await loadCode(() => import('../components/feedback/confirm-delete.tsx'));
    confirmDelete({
      title: t('shell.logoutTitle'),
      message: t('shell.logoutMessage'),
      confirmLabel: t('shell.logout'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => void logOut(),
    });
  };
}
