import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './AccountGroups.module.css';
import type { AccountGroupName } from './groups.ts';

/** Links to the groups of the account screen; the one of the address is marked. */
export function GroupLinks({ groups }: { groups: readonly AccountGroupName[] }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  return (
    <nav className={classes.links} aria-label={t('account.groups')}>
      <ul className={classes.list}>
        {groups.map((group) => (
          <li key={group}>
            <Link
              to={`#${group}`}
              className={classes.link}
              aria-current={hash === `#${group}` ? 'location' : undefined}
            >
              {t(`account.group.${group}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
