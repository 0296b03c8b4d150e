import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { overlaysMounted } from '../components/feedback/overlays.ts';

/** Dialogs and toasts; both are called by events, so they need not surround the screens and may come after them. */
export function Overlays() {
  // Effects run inside out: the providers listen already.
  useEffect(overlaysMounted, []);
  return (
    <>
      <ModalsProvider />
      <Notifications position="bottom-right" />
    </>
  );
}
