import { useTranslation } from '../i18n/use-translation.ts';
import { leaveSession } from '../features/auth/api.ts';
import { isWorkUnderWay } from '../lib/work-under-way.ts';
import { loadCode } from '../lib/code/load-code.ts';

/** Logs out, and asks first while files are being uploaded, which would stop. */
export function useLogout(): () => Promise<void> {
  const { t } = useTranslation();
  return async () => {
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
