import { Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { securityEventsQuery } from '../../features/account/security-api.ts';
import { AccountSection } from './AccountSection.tsx';
import classes from '../../components/lists/FramedRows.module.css';
import { SecurityEventRow } from './SecurityEventRow.tsx';

/** Events of the account, so that its owner notices those of another person. */
export function SecuritySection() {
  const { t } = useTranslation();
  return (
    <AccountSection title={t('account.security')} lead={t('account.securityLead')}>
      <SecurityEventList />
    </AccountSection>
  );
}

function SecurityEventList() {
  const { t } = useTranslation();
  const events = useInfiniteQuery(securityEventsQuery);
  if (events.isPending) return <Skeleton height={64} radius="md" />;
  if (events.isError && !events.data) {
    return (
      <ErrorState
        error={events.error}
        fallback={t('account.securityFailed')}
        onRetry={() => void events.refetch()}
      />
    );
  }
  // A new event between two requests moves the last one of a page to the next page.
  const rows = new Map(events.data.pages.flatMap(({ results }) => results).map((event) => [event.id, event]));
  if (rows.size === 0) return <Text c="dimmed">{t('account.securityEmpty')}</Text>;
  return (
    <>
      <ul className={classes.rows}>
        {[...rows.values()].map((event) => (
          <SecurityEventRow key={event.id} event={event} />
        ))}
      </ul>
      {events.isFetchNextPageError && (
        <Text role="alert" c="red" mt="md">
          {t('account.securityFailed')}
        </Text>
      )}
      {events.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={events.isFetchingNextPage}
          onClick={() => void events.fetchNextPage()}
        >
          {t('account.securityOlder')}
        </Button>
      )}
    </>
  );
}
