import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './AccountGroups.module.css';
import type { AccountGroupName } from './groups.ts';

type Props = { group: AccountGroupName; children: ReactNode };

/** Sections of the account screen that belong together, below one heading. */
export function AccountGroup({ group, children }: Props) {
  const { t } = useTranslation();
  return (
    <section id={group} className={classes.group} aria-labelledby={`${group}-title`}>
      <Title order={2} id={`${group}-title`} mb="md">
        {t(`account.group.${group}`)}
      </Title>
      {children}
    </section>
  );
}
