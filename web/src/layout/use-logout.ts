import { useTranslation } from 'react-i18next';
import { leaveSession } from '../features/auth/api.ts';
import { loadCode } from '../lib/load-code.ts';

/**
 * Logout, which asks first while files are on their way: once the session has ended there is nothing left to stay for.
 */
export function useLogout(): () => Promise<void> {
  const { t } = useTranslation();
  return async () => {
    if (!isWorkUnderWay()) return leaveSession();
    const { confirmDelete } = await loadCode(() => import('../components/confirm-delete.tsx'));
    confirmDelete({
      title: t('shell.logoutTitle'),
      message: t('shell.logoutMessage'),
      confirmLabel: t('shell.logout'),
      cancelLabel: t('actions.cancel'),
      onConfirm: () => void leaveSession(),
    });
  };
}

/** Whether anything on the page would ask before the browser leaves it. */
function isWorkUnderWay(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
