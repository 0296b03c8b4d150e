import { Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { User } from '@vitrin/shared/contract/users.ts';
import { Suspense, lazy, useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, Outlet } from 'react-router';
import { Brand } from './Brand.tsx';
import { ChangesOnIdle } from '../ChangesOnIdle.tsx';
import { Footer } from './Footer.tsx';
import { PaletteButton } from '../navigation/PaletteButton.tsx';
import { SideNavigation } from '../navigation/SideNavigation.tsx';
import { useIsTakenOver } from '../../components/rendered-clock.ts';
import classes from './SignedInShell.module.css';
import { MAIN_ID } from './SkipLink.tsx';
import { paths } from '../../paths.ts';
import { loadWithTexts } from '../../i18n/i18n.ts';
import { showAccent } from '../../components/show-accent.ts';
import { loadCode } from '../../lib/code/load-code.ts';

// Loaded when it is first opened, since only small screens need it.
const loadDrawer = () => loadCode(() => import('../navigation/NavigationDrawer.tsx'));
const NavigationDrawer = lazy(async () => ({ default: (await loadDrawer()).NavigationDrawer }));
// Only freelancers see projects as their clients do.
const ClientViewBar = lazy(async () => ({
  default: (await loadWithTexts(['tools'], () => import('../notices/ClientViewBar.tsx'))).ClientViewBar,
}));
// Only freelancers upload.
const UploadTray = lazy(async () => ({
  default: (await loadWithTexts(['tools'], () => import('../../features/files/uploads/tray/UploadTray.tsx')))
    .UploadTray,
}));

/** Sticky top bar and side drawer: permanent from 1024 px (md), an overlay below (specification 2.3). */
export function SignedInShell({ user }: { user: User }) {
  const { t, i18n } = useTranslation();
  const [isOpen, drawer] = useDisclosure(false);
  const burger = useRef<HTMLButtonElement>(null);
  // Focuses the control that opened the drawer; after choosing an entry the new screen's heading gets the focus instead
  // (RouteFocus).
  const putAway = () => {
    drawer.close();
    burger.current?.focus();
  };

  const { face } = user;
  useEffect(() => showAccent(face), [face]);

  // A language switch closes the drawer (specification 8.2).
  useEffect(() => i18n.follow(drawer.close), [i18n, drawer.close]);

  return (
    <div className={classes.shell}>
      {user.view && (
        <Suspense>
          <ClientViewBar user={user} />
        </Suspense>
      )}
      {/* This boundary and that of the content, so that a rendered page need not wait for them before it reacts. */}
      <Suspense>
        <header className={classes.header}>
          <Burger
            ref={burger}
            opened={isOpen}
            onClick={drawer.toggle}
            onPointerEnter={() => void loadDrawer()}
            hiddenFrom="md"
            size="sm"
            className={classes.burger}
            aria-label={t('shell.openMenu')}
            aria-expanded={isOpen}
          />
          <Brand face={face} />
          <PaletteButton user={user} />
        </header>
        <nav className={classes.side} aria-label={t('shell.navigation')}>
          <SideNavigation user={user} onChoose={drawer.close} />
        </nav>
      </Suspense>
      {isOpen && (
        <Suspense>
          <NavigationDrawer user={user} onClose={putAway} onChoose={drawer.close} />
        </Suspense>
      )}
      <div className={classes.page}>
        <main id={MAIN_ID} className={classes.main}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
        <Footer
          face={face}
          above={
            user.isFreelancer && (
              <p>
                <Link to={paths.support} className={classes.support}>
                  {t('shell.support')}
                </Link>
              </p>
            )
          }
        />
      </div>
      <ChangesOnIdle userId={user.id} />
      {user.isFreelancer && <Uploads />}
    </div>
  );
}

/** A component of its own, so that the takeover does not render the whole shell again. */
function Uploads() {
  if (!useIsTakenOver()) return null;
  return (
    <Suspense>
      <UploadTray />
    </Suspense>
  );
}
