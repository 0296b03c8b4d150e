import { Outlet, ScrollRestoration } from 'react-router';
import { RouteFocus } from './RouteFocus.tsx';
import { SkipLink } from './SkipLink.tsx';

/** Around every screen: skip link, focus on navigation, scroll kept on back. */
export function RootLayout() {
  return (
    <>
      <SkipLink />
      <RouteFocus />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
