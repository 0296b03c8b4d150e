import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Suspense, lazy } from 'react';
import { Outlet } from 'react-router';
import { NavigationProgress } from './NavigationProgress.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { OverlaysOnDemand } from './OverlaysOnDemand.tsx';

const UpdateNotice = lazy(async () => ({ default: (await import('./UpdateNotice.tsx')).UpdateNotice }));

/** What every screen but the landing page needs: the full style sheet, dialogs and toasts. */
export function AppLayout() {
  return (
    <>
      <NavigationProgress />
      <OfflineBanner />
      <Outlet />
      <OverlaysOnDemand />
      <Suspense>
        <UpdateNotice />
      </Suspense>
    </>
  );
}
