import { AppShell, Burger, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { User } from '@vitrin/shared/contract/users.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { Brand } from './Brand.tsx';
import { Footer } from './Footer.tsx';
import { SideNavigation } from './SideNavigation.tsx';
import classes from './SignedInShell.module.css';
import { MAIN_ID } from './SkipLink.tsx';

/** Sticky top bar and side drawer: permanent from 1024 px (md), an overlay below (DECISIONS "Breakpoints"). */
export function SignedInShell({ user }: { user: User }) {
  const { t, i18n } = useTranslation();
  const [isOpen, drawer] = useDisclosure(false);

  // DECISIONS "Switching": the shell closes the drawer.
  useEffect(() => {
    i18n.on('languageChanged', drawer.close);
    return () => i18n.off('languageChanged', drawer.close);
  }, [i18n, drawer.close]);

  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 272, breakpoint: 'md', collapsed: { mobile: true } }}
      padding={0}
    >
      <AppShell.Header className={classes.header}>
        <Burger
          opened={isOpen}
          onClick={drawer.toggle}
          hiddenFrom="md"
          size="sm"
          className={classes.burger}
          aria-label={t('shell.openMenu')}
          aria-expanded={isOpen}
        />
        <Brand />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={t('shell.navigation')}>
        <SideNavigation user={user} onChoose={drawer.close} />
      </AppShell.Navbar>
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
        hiddenFrom="md"
        size={300}
        padding={0}
        title={<Brand />}
        closeButtonProps={{ 'aria-label': t('actions.close'), size: 44 }}
        classNames={{ header: classes.drawerHeader, body: classes.drawerBody }}
      >
        <nav aria-label={t('shell.navigation')} className={classes.drawerNavigation}>
          <SideNavigation user={user} onChoose={drawer.close} />
        </nav>
      </Drawer>
      <AppShell.Main id={MAIN_ID} className={classes.main}>
        <div className={classes.content}>
          <Outlet />
        </div>
        <Footer />
      </AppShell.Main>
    </AppShell>
  );
}
