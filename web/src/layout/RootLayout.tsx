import { Outlet, ScrollRestoration } from 'react-router';
import { MissingCodeNotice } from './notices/MissingCodeNotice.tsx';
import { RouteFocus } from './RouteFocus.tsx';
import { SkipLink } from './shells/SkipLink.tsx';

/** Surrounds every screen: skip link, focus on navigation, scroll position on "back", and notice of missing code. */
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
