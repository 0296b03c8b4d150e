import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Suspense, lazy } from 'react';
import { Outlet } from 'react-router';

const Overlays = lazy(async () => ({ default: (await import('./Overlays.tsx')).Overlays }));

/** What every screen but the landing page needs: the full style sheet, dialogs and toasts. */
export function AppLayout() {
  return (
    <>
      <Outlet />
      <Suspense>
        <Overlays />
      </Suspense>
    </>
  );
}
