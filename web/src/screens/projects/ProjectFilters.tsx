import { Button, CloseButton, Select, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { allCustomersQuery } from '../../features/customers/api.ts';
import { useQueryChange } from '../../components/lists/use-query-change.ts';
import { useSearchField } from '../../components/lists/use-search-field.ts';
import {
  DUE_CHOICES,
  OFFERED_ORDERINGS,
  PROJECT_STATUSES,
  type ProjectFilter,
} from '../../features/projects/filter.ts';
import classes from './ProjectFilters.module.css';

/** Search, status and order. Each change is written into the address and starts at page 1. */
export function ProjectFilters({ filter }: { filter: ProjectFilter }) {
  const { t } = useTranslation();
  const { isFreelancer } = useSignedInUser();
  const changeQuery = useQueryChange();
  const search = useSearchField('search');

  // All projects of a client have the same customer.
  const orderings = OFFERED_ORDERINGS.filter((value) => isFreelancer || value !== 'customer');

  const choose = (name: 'status' | 'ordering' | 'customer' | 'due', value: string) =>
    changeQuery((query) => {
      query.delete('page');
      if (value === '' || value === OFFERED_ORDERINGS[0]) query.delete(name);
      else query.set(name, value);
    });

  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('projects.search')}
        placeholder={t('projects.search')}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        rightSection={
          search.text !== '' && (
            <CloseButton size="sm" aria-label={t('actions.clear')} onClick={search.clear} />
          )
        }
        value={search.text}
        onChange={(event) => search.change(event.currentTarget.value)}
      />
      <Select
        className={classes.choice}
        aria-label={t('projects.statusLabel')}
        data={[
          { value: '', label: t('projects.allStatuses') },
          ...PROJECT_STATUSES.map((value) => ({ value, label: t(`projects.status.${value}`) })),
        ]}
        allowDeselect={false}
        value={filter.status ?? ''}
        onChange={(value) => choose('status', value ?? '')}
      />
      <Select
        className={classes.choice}
        aria-label={t('projects.due.label')}
        data={[
          { value: '', label: t('projects.due.any') },
          ...DUE_CHOICES.map((value) => ({ value, label: t(`projects.due.${value}`) })),
        ]}
        allowDeselect={false}
        value={filter.due ?? ''}
        onChange={(value) => choose('due', value ?? '')}
      />
      <Select
        className={classes.choice}
        aria-label={t('projects.order')}
        data={orderings.map((value) => ({ value, label: t(`projects.ordering.${value}`) }))}
        allowDeselect={false}
        value={filter.ordering ?? OFFERED_ORDERINGS[0]}
        onChange={(value) => choose('ordering', value ?? '')}
      />
      {filter.customer !== undefined && (
        <ChosenCustomer id={filter.customer} onClear={() => choose('customer', '')} />
      )}
    </search>
  );
}

/** The customer chosen in the list of customers; a click removes the filter. */
function ChosenCustomer({ id, onClear }: { id: number; onClear: () => void }) {
  const { t } = useTranslation();
  const { isFreelancer } = useSignedInUser();
  const { data: customers } = useQuery({ ...allCustomersQuery, enabled: isFreelancer });
  const customer = customers?.find((each) => each.id === id);
  const username = customer?.display_name ?? customer?.username ?? '…';
  return (
    <Button
      variant="light"
      h={44}
      maw="100%"
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={t('projects.clearCustomer', { username })}
      onClick={onClear}
    >
      {t('projects.onlyCustomer', { username })}
    </Button>
  );
}
