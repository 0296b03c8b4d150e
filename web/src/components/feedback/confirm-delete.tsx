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

/** Asks before something goes for good. The title names the thing, the focus is on Cancel. */
export function confirmDelete({ title, message, confirmLabel, cancelLabel, onConfirm }: Question): void {
  let isConfirmed = false;
  // The button can still be pressed while the question fades away.
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
