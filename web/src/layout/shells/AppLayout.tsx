import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '../preferences/controls.css';
import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router';
import { followEndedSession, personToLogIn } from '../../lib/ended-session.ts';
import { NavigationProgress } from '../notices/NavigationProgress.tsx';
import { OfflineBanner } from '../notices/OfflineBanner.tsx';
import { OverlaysOnDemand } from '../OverlaysOnDemand.tsx';
import { loadWithTexts } from '../../i18n/i18n.ts';
import { loadCode } from '../../lib/code/load-code.ts';

const UpdateNotice = lazy(async () => ({
  default: (await loadCode(() => import('../notices/UpdateNotice.tsx'))).UpdateNotice,
}));

const LogInAgain = lazy(async () => ({
  default: (await loadWithTexts(['auth'], () => import('../../features/auth/sessions/LogInAgain.tsx')))
    .LogInAgain,
}));

/** For every screen but the landing page: the full style sheet, dialogs and toasts. */
export function AppLayout() {
  const wasAway = useWasAway();
  const person = useSyncExternalStore(followEndedSession, personToLogIn, () => null);
  return (
    <>
      <NavigationProgress />
      <OfflineBanner />
      <Outlet />
      <OverlaysOnDemand />
      {person && (
        <Suspense>
          <LogInAgain user={person} />
        </Suspense>
      )}
      {wasAway && (
        <Suspense>
          <UpdateNotice />
        </Suspense>
      )}
    </>
  );
}

/** True once the tab has been hidden: only a tab that is shown again can find a newer build. */
function useWasAway(): boolean {
  const [wasAway, setAway] = useState(false);
  useEffect(() => {
    const leave = () => setAway(true);
    document.addEventListener('visibilitychange', leave, { once: true });
    return () => document.removeEventListener('visibilitychange', leave);
  }, []);
  return wasAway;
}
