import { Outlet, ScrollRestoration } from 'react-router';
import { MissingCodeNotice } from './notices/MissingCodeNotice.tsx';
import { RouteFocus } from './RouteFocus.tsx';
import { SkipLink } from './shells/SkipLink.tsx';

/** Around every screen: skip link, focus on navigation, scroll kept on back, and the notice of code that has not come. */
export function RootLayout() {
  return (
    <>
      <SkipLink />
      <RouteFocus />
      <Outlet />
      <MissingCodeNotice />
      <ScrollRestoration />
    </>
  );
}
