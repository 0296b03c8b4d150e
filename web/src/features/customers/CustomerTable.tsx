import { Avatar, Table, Text } from '@mantine/core';
import type { Customer, Person } from '@vitrin/shared/contract/customers.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { useFormat } from '../../components/use-format.ts';
import { paths } from '../../paths.ts';
import { CopyLinkButton } from './CopyLinkButton.tsx';
import { CustomerState } from './CustomerState.tsx';
import dataTable from '../../components/lists/DataTable.module.css';
import classes from './CustomerTable.module.css';

type Props = {
  customers: readonly Customer[];
  isStale?: boolean;
  renderMenu: (customer: Customer) => ReactNode;
};

/** Usernames with an initial, and the button that copies the registration link (specification 2.10). */
export function CustomerTable({ customers, isStale = false, renderMenu }: Props) {
  const { t } = useTranslation();
  return (
    <div className={dataTable.frame} data-stale={isStale || undefined}>
      <Table className={dataTable.table} layout="fixed">
        <CustomerTableHead />
        <Table.Tbody>
          {customers.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} menu={renderMenu(customer)} />
          ))}
        </Table.Tbody>
        <caption className={dataTable.caption}>{t('customers.title')}</caption>
      </Table>
    </div>
  );
}

const nameOf = ({ display_name, username }: Person) => display_name ?? username;

export function CustomerTableHead() {
  const { t } = useTranslation();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('customers.username')}</Table.Th>
        <Table.Th className={classes.state} visibleFrom="sm">
          {t('customers.state')}
        </Table.Th>
        <Table.Th className={classes.projects} visibleFrom="md">
          {t('customers.projects')}
        </Table.Th>
        <Table.Th className={classes.link}>{t('customers.link')}</Table.Th>
        <Table.Th className={classes.menu}>
          <span className={dataTable.caption}>{t('customers.actions')}</span>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

function CustomerRow({ customer, menu }: { customer: Customer; menu: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { display_name, username: login, project_count: count } = customer;
  const username = display_name ?? login;
  // An instance of the release before knows no people while an upgrade runs.
  const people = customer.people ?? [];
  return (
    <Table.Tr className={classes.row}>
      <Table.Td>
        <div className={classes.person}>
          <Avatar name={username} color="initials" radius="xl" size={36} aria-hidden>
            {format.initial(username)}
          </Avatar>
          <div className={classes.names}>
            <Text dir="auto" fw={550} truncate title={username}>
              {username}
            </Text>
            {display_name !== null && (
              <Text size="sm" c="dimmed" truncate title={login}>
                {login}
              </Text>
            )}
            {people.length > 0 && (
              <Text size="sm" c="dimmed" truncate title={people.map(nameOf).join(', ')}>
                {t('customers.withPeople', { count: people.length })}
              </Text>
            )}
            <Text size="sm" hiddenFrom="sm" component="div">
              <CustomerState customer={customer} />
            </Text>
          </div>
        </div>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <CustomerState customer={customer} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        {count === 0 ? (
          <Text size="sm" c="dimmed">
            {t('customers.noProjects')}
          </Text>
        ) : (
          <Link to={paths.projectsOf(customer.id)} className={classes.count}>
            {t('customers.projectCount', { count })}
          </Link>
        )}
      </Table.Td>
      <Table.Td>
        <CopyLinkButton customer={customer} />
      </Table.Td>
      <Table.Td>{menu}</Table.Td>
    </Table.Tr>
  );
}
