import { Anchor, Skeleton, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Look } from '@vitrin/shared/contract/figures/looks.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import { PageControls } from '../../components/lists/PageControls.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { looksQuery } from '../../features/analytics/api.ts';
import { lookAddress, useLookText } from '../../features/analytics/look-text.ts';
import classes from './LooksCard.module.css';

/** Rows of a page, as the server gives them when none are asked for. */
const PAGE_SIZE = 10;

/** Looks with client and file, newest first. */
export function LooksCard() {
  const { t } = useTranslation();
  return (
    <section className={classes.card} aria-labelledby="looks">
      <Title order={2} id="looks" size="h3">
        {t('analytics.looks')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('analytics.looksLead')}
      </Text>
      <Looks />
    </section>
  );
}

function Looks() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, error, isPlaceholderData, refetch } = useQuery(looksQuery(page));
  if (error && !data)
    return <ErrorState error={error} fallback={t('analytics.looksFailed')} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy>
        <LoadingNote>{t('analytics.looksLoading')}</LoadingNote>
        <Skeleton height={240} />
      </div>
    );
  if (data.count === 0) return <Text c="dimmed">{t('lately.empty')}</Text>;
  return (
    <>
      <Table className={classes.table} aria-labelledby="looks" data-stale={isPlaceholderData || undefined}>
        <Table.Thead>
          <Table.Tr>
            {(['who', 'what', 'where', 'when'] as const).map((column) => (
              <Table.Th key={column}>{t(`analytics.${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.results.map((look) => (
            <LookRow key={look.id} look={look} />
          ))}
        </Table.Tbody>
      </Table>
      <PageControls of={data} page={page} pageSize={PAGE_SIZE} onChange={setPage} />
    </>
  );
}

function LookRow({ look }: { look: Look }) {
  const textOf = useLookText();
  return (
    <Table.Tr>
      <Table.Td dir="auto" className={classes.who}>
        {look.username}
      </Table.Td>
      <Table.Td>{textOf(look)}</Table.Td>
      <Table.Td>
        <Anchor component={Link} to={lookAddress(look)} size="sm">
          {look.project.name}
        </Anchor>
      </Table.Td>
      <Table.Td className={classes.when}>
        <RelativeTime timestamp={look.at} />
      </Table.Td>
    </Table.Tr>
  );
}
