import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Suspense, lazy } from 'react';
import { Outlet } from 'react-router';
import { NavigationProgress } from './NavigationProgress.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';

const Overlays = lazy(async () => ({ default: (await import('./Overlays.tsx')).Overlays }));

/** What every screen but the landing page needs: the full style sheet, dialogs and toasts. */
export function AppLayout() {
  return (
    <>
      <NavigationProgress />
      <OfflineBanner />
      <Outlet />
      <Suspense>
        <Overlays />
      </Suspense>
    </>
  );
}
