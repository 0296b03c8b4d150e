import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { UpdateNotice } from './UpdateNotice.tsx';

/** Dialogs and toasts; both are called by events, so they need not surround the screens and may come after them. */
export function Overlays() {
  return (
    <>
      <ModalsProvider />
      <Notifications position="bottom-right" />
      <UpdateNotice />
    </>
  );
}
