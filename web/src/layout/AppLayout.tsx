import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { Outlet } from 'react-router';

/** What every screen but the landing page needs: the full style sheet, dialogs and toasts. */
export function AppLayout() {
  return (
    <ModalsProvider>
      <Outlet />
      <Notifications position="bottom-right" />
    </ModalsProvider>
  );
}
