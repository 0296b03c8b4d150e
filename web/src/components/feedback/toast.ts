import type { NotificationData } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { getI18n } from '../../i18n/i18n.ts';
import { whenOverlaysReady } from './overlays.ts';
import { loadCode } from '../../lib/code/load-code.ts';

const TOAST_MS = 3000;

export function toastSuccess(message: string): void {
  show({ message, color: 'green' });
}

export function toastError(message: string): void {
  show({ message, color: 'red', role: 'alert' });
}

/** A message of the caller's making, for so many milliseconds; `hide` ends it earlier. */
export function toastFor(milliseconds: number, render: (hide: () => void) => ReactNode): void {
  const id = `toast-${(last += 1)}`;
  const hide = () =>
    void loadCode(() => import('@mantine/notifications')).then(({ notifications }) => notifications.hide(id));
  show({ id, message: render(hide), autoClose: milliseconds });
}

let last = 0;

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
