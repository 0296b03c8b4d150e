import type { NotificationData } from '@mantine/notifications';
import { getI18n } from '../../i18n/i18n.ts';
import { whenOverlaysReady } from './overlays.ts';
import { loadCode } from '../../lib/code/load-code.ts';

/** Specification 2.3. */
const TOAST_MS = 3000;

export function toastSuccess(message: string): void {
  show({ message, color: 'green' });
}

export function toastError(message: string): void {
  show({ message, color: 'red', role: 'alert' });
}

/** The code of toasts comes with the first of them. */
function show(toast: NotificationData): void {
  void whenOverlaysReady();
  void loadCode(() => import('@mantine/notifications')).then(({ notifications }) =>
    notifications.show({
      autoClose: TOAST_MS,
      withBorder: true,
      closeButtonProps: { 'aria-label': getI18n().t('actions.close') },
      ...toast,
    }),
  );
}
