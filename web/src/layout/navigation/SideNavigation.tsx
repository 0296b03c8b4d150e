import { Avatar, Text } from '@mantine/core';
import {
  IconChartBar,
  IconCreditCard,
  IconFolders,
  IconLayoutDashboard,
  IconLogout,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { User } from '@vitrin/shared/contract/users.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, useLocation } from 'react-router';
import { useFormat } from '../../components/use-format.ts';
import { paths } from '../../paths.ts';
import { LanguageSwitcher } from '../preferences/LanguageSwitcher.tsx';
import classes from './SideNavigation.module.css';
import { ThemeToggle } from '../preferences/ThemeToggle.tsx';
import { useLogout } from '../use-logout.ts';

const ENTRIES = [
  { key: 'dashboard', to: paths.home, icon: IconLayoutDashboard, freelancerOnly: false },
  { key: 'projects', to: paths.projects, icon: IconFolders, freelancerOnly: false },
  { key: 'customers', to: paths.customers, icon: IconUsers, freelancerOnly: true },
  { key: 'analytics', to: paths.analytics, icon: IconChartBar, freelancerOnly: true },
  { key: 'subscription', to: paths.pricing, icon: IconCreditCard, freelancerOnly: true },
  { key: 'account', to: paths.account, icon: IconUserCircle, freelancerOnly: false },
] as const;

type Props = { user: User; onChoose: () => void };

/** Content of the drawer (specification 2.3): the user, the entries of the role, theme, language, logout. */
export function SideNavigation({ user, onChoose }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const format = useFormat();
  const logOut = useLogout();
  const username = (user.display_name ?? user.username) || t('shell.user');
  const entries = ENTRIES.filter((entry) => user.isFreelancer || !entry.freelancerOnly);

  return (
    <>
      <div className={classes.person}>
        <Avatar name={username} color="initials" aria-hidden>
          {format.initial(username)}
        </Avatar>
        <div className={classes.names}>
          <Text fw={600} truncate title={username}>
            {username}
          </Text>
          {user.email && (
            <Text size="sm" c="dimmed" truncate title={user.email}>
              {user.email}
            </Text>
          )}
        </div>
      </div>
      <div className={classes.entries}>
        <ul className={classes.list}>
          {entries.map(({ key, to, icon: Icon }) => (
            <li key={key}>
              <Link
                to={to}
                aria-current={isActive(pathname, to) ? 'page' : undefined}
                className={classes.entry}
                onClick={onChoose}
              >
                <Icon size={20} stroke={1.6} aria-hidden />
                {t(`shell.${key}`)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.foot}>
        <button
          type="button"
          className={classes.entry}
          onClick={() => {
            onChoose();
            void logOut();
          }}
        >
          <IconLogout size={20} stroke={1.6} aria-hidden />
          {t('shell.logout')}
        </button>
        <div className={classes.settings}>
          <LanguageSwitcher />
          <ThemeToggle />
        </div>
      </div>
    </>
  );
}

/** The dashboard's entry leads to `/`, which redirects, and is active on both (specification 2.3). */
function isActive(pathname: string, to: string): boolean {
  if (to === paths.home) return pathname === paths.home || pathname === paths.dashboard;
  if (to === paths.pricing) return pathname.startsWith('/subscription') || pathname === paths.payment;
  return pathname === to || pathname.startsWith(`${to}/`);
}
