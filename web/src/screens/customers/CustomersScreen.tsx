import { Button, CloseButton, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { PageControls } from '../../components/lists/PageControls.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { usePageParameter } from '../../components/lists/use-page-parameter.ts';
import { useSearchField } from '../../components/lists/use-search-field.ts';
import { CustomerModal } from '../../features/customers/lazy-dialogs.ts';
import { CustomerTable } from '../../features/customers/CustomerTable.tsx';
import { CustomerTableSkeleton } from '../../features/customers/CustomerTableSkeleton.tsx';
import { CUSTOMERS_PER_PAGE, customerPageQuery } from '../../features/customers/customer-table-api.ts';
import { parsePage } from '../../lib/paging.ts';
import { searchIn } from '../../lib/search.ts';
import { CustomerMenu } from './CustomerMenu.tsx';
import classes from './CustomersScreen.module.css';

/** Specification 2.10, customers; freelancers only, as the route's guard says. */
export function CustomersScreen() {
  const { t } = useTranslation();
  const [isCreating, create] = useDisclosure(false);
  const [query] = useSearchParams();
  const search = searchIn(query) ?? '';
  const field = useSearchField('search');
  const { data, error, isPlaceholderData, refetch } = useQuery(
    customerPageQuery(search, parsePage(query.get('page'))),
  );
  const { goTo } = usePageParameter(isPlaceholderData ? undefined : data?.page);
  useDocumentTitle(t('customers.title'));

  const isNone = data?.count === 0 && search === '';
  // The old result of a search that was just cleared says nothing about the whole list.
  const isEmpty = isNone && !isPlaceholderData;
  const createButton = (
    <Button leftSection={<IconPlus size={18} />} h={44} onClick={create.open}>
      {t('customers.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('customers.title')}>{!isEmpty && createButton}</PageHeader>
      {!isEmpty && (
        <search>
          <TextInput
            className={classes.search}
            type="search"
            aria-label={t('customers.search')}
            placeholder={t('customers.search')}
            leftSection={<IconSearch size={18} stroke={1.6} />}
            rightSection={
              field.text !== '' && (
                <CloseButton size="sm" aria-label={t('actions.clear')} onClick={field.clear} />
              )
            }
            value={field.text}
            onChange={(event) => field.change(event.currentTarget.value)}
          />
        </search>
      )}
      {error && !data ? (
        <ErrorState error={error} fallback={t('customers.loadFailed')} onRetry={() => void refetch()} />
      ) : !data || (isNone && isPlaceholderData) ? (
        <CustomerTableSkeleton />
      ) : isEmpty ? (
        <EmptyState icon={IconUsers} title={t('customers.emptyTitle')} action={createButton}>
          <Text c="dimmed">{t('customers.emptyMessage')}</Text>
        </EmptyState>
      ) : data.count === 0 ? (
        <EmptyState icon={IconUsers} title={t('customers.noneFound', { search })}>
          <Text c="dimmed">{t('customers.noneFoundMessage')}</Text>
        </EmptyState>
      ) : (
        <>
          <CustomerTable
            customers={data.results}
            isStale={isPlaceholderData}
            renderMenu={(customer) => <CustomerMenu customer={customer} />}
          />
          <PageControls of={data} page={data.page} pageSize={CUSTOMERS_PER_PAGE} onChange={goTo} />
        </>
      )}
      <CustomerModal opened={isCreating} onClose={create.close} />
    </>
  );
}
