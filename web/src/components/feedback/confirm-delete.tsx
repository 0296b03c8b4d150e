import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { whenOverlaysReady } from './overlays.ts';

type Question = {
  title: string;
  message: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
};

/** Asks before something is deleted. The title names the thing, and Cancel has the focus. */
export function confirmDelete({ title, message, confirmLabel, cancelLabel, onConfirm }: Question): void {
  let isConfirmed = false;
  // The button can still be pressed while the dialog fades out.
  const confirmOnce = () => {
    if (isConfirmed) return;
    isConfirmed = true;
    onConfirm();
  };
  void whenOverlaysReady().then(() =>
    modals.openConfirmModal({
      title,
      children: <Text style={{ overflowWrap: 'anywhere' }}>{message}</Text>,
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: { color: 'red', h: 44 },
      cancelProps: { h: 44, 'data-autofocus': true },
      withCloseButton: false,
      onConfirm: confirmOnce,
    }),
  );
}
