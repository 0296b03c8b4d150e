import { useTranslation } from '../i18n/use-translation.ts';
import { errorText } from '../components/feedback/error-text.ts';
import { toastError } from '../components/feedback/toast.ts';
import { deleteSession, leaveSession } from '../features/auth/api.ts';
import { isClientView } from '../lib/looks/client-view.ts';
import { isWorkUnderWay } from '../lib/work-under-way.ts';
import { loadCode } from '../lib/code/load-code.ts';

/** Logs out, and asks first while files are being uploaded; the server refuses it in a view as client. */
export function useLogout(): () => Promise<void> {
  const { t } = useTranslation();
  return async () => {
    if (isClientView())
      return deleteSession().catch((error: unknown) => toastError(errorText(t, error, t('errors.generic'))));
    if (!isWorkUnderWay()) return leaveSession();
    const { confirmDelete } = await loadCode(() => import('../components/feedback/confirm-delete.tsx'));
    confirmDelete({
      title: t('shell.logoutTitle'),
      message: t('shell.logoutMessage'),
      confirmLabel: t('shell.logout'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => void leaveSession(),
    });
  };
}
