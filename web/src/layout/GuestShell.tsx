import { Outlet } from 'react-router';
import { Footer } from './Footer.tsx';
import { GuestHeader } from './GuestHeader.tsx';
import { MAIN_ID } from './SkipLink.tsx';

/** The shell of visitors who are not signed in. */
export function GuestShell() {
  return (
    <>
      <GuestHeader />
      <main id={MAIN_ID}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
