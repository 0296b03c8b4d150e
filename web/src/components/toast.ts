import { notifications } from '@mantine/notifications';
import { whenOverlaysReady } from './overlays.ts';

/** SPEC 9: toast duration. */
const TOAST_MS = 3000;

/** Green, for 3 seconds (SPEC 2 "Toast"). */
export function toastSuccess(message: string): void {
  void whenOverlaysReady();
  notifications.show({ message, color: 'green', autoClose: TOAST_MS, withBorder: true });
}

/** Red, for 3 seconds (SPEC 2 "Toast"). */
export function toastError(message: string): void {
  void whenOverlaysReady();
  notifications.show({ message, color: 'red', autoClose: TOAST_MS, withBorder: true, role: 'alert' });
}
