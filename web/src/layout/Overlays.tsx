import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { overlaysMounted } from '../components/feedback/overlays.ts';

/** Dialogs and toasts. They are opened by events, so they need not surround the screens and may be loaded later. */
export function Overlays() {
  // Effects run from the inside out, so the providers listen by now.
  useEffect(overlaysMounted, []);
  return (
    <>
      <ModalsProvider />
      <Notifications position="bottom-right" />
    </>
  );
}
