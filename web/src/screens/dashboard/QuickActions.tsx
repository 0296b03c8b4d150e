import { IconChartBar, IconFolders, IconUsers } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import classes from './QuickActions.module.css';

const ACTIONS = [
  { key: 'manageCustomers', to: paths.customers, icon: IconUsers },
  { key: 'viewProjects', to: paths.projects, icon: IconFolders },
  { key: 'viewAnalytics', to: paths.analytics, icon: IconChartBar },
] as const;

/** Specification 2.6: manage customers, view all projects, view analytics, in one row. */
export function QuickActions() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('dashboard.quickActions')}>
      <ul className={classes.row}>
        {ACTIONS.map(({ key, to, icon: Icon }) => (
          <li key={key}>
            <Link to={to} className={classes.action}>
              <Icon size={20} stroke={1.6} aria-hidden />
              {t(`dashboard.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
