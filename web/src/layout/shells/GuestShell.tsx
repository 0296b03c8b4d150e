import { Outlet } from 'react-router';
import { Footer } from './Footer.tsx';
import { GuestHeader } from './GuestHeader.tsx';
import classes from './GuestShell.module.css';
import { CompanyLines } from './late-company.tsx';
import { MAIN_ID } from './SkipLink.tsx';

/** The shell for guests. `inset` keeps the screen off the edges; the landing page has margins of its own. */
export function GuestShell({ inset = false }: { inset?: boolean }) {
  return (
    <div className={classes.page}>
      <GuestHeader />
      <main id={MAIN_ID} className={inset ? classes.inset : classes.main}>
        <Outlet />
      </main>
      <Footer above={<CompanyLines />} />
    </div>
  );
}
