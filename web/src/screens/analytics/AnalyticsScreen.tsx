import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AnalyticsDays } from '@vitrin/shared/contract/analytics.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { analyticsQuery } from '../../features/analytics/api.ts';
import { NewProjectButton } from '../../features/projects/NewProjectButton.tsx';
import { useNewProject } from '../../features/projects/use-new-project.tsx';
import { ActivityCard } from './ActivityCard.tsx';
import classes from './AnalyticsScreen.module.css';
import { LooksCard } from './LooksCard.tsx';
import { ProgressCard } from './ProgressCard.tsx';
import { PromisesCard } from './PromisesCard.tsx';
import { StatusCard } from './StatusCard.tsx';
import { StorageCard } from './StorageCard.tsx';

/** Written out here, because only forms load the schemas. */
const RANGES = [7, 30, 90] as const satisfies readonly AnalyticsDays[];

/** A freelancer's numbers about projects, files and clients; the range is in the address. */
export function AnalyticsScreen() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const days = RANGES.find((range) => String(range) === query.get('days')) ?? 30;
  const { data, error, isPlaceholderData, refetch } = useQuery(analyticsQuery(days));
  const newProject = useNewProject();
  useDocumentTitle(t('analytics.title'));

  const hasProjects = data?.projects_by_status.some(({ count }) => count > 0) ?? true;
  return (
    <>
      <PageHeader title={t('analytics.title')}>
        {hasProjects && (
          <SegmentedControl
            aria-label={t('analytics.range')}
            data={RANGES.map((range) => ({
              value: String(range),
              label: t('analytics.days', { count: range }),
            }))}
            value={String(days)}
            onChange={(value) => setQuery(value === '30' ? {} : { days: value }, { replace: true })}
          />
        )}
      </PageHeader>
      {error && !data ? (
        <ErrorState error={error} fallback={t('analytics.loadFailed')} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={classes.grid} aria-busy>
          <LoadingNote>{t('analytics.loading')}</LoadingNote>
          <Skeleton height={340} radius="lg" className={classes.wide} />
          <Skeleton height={300} radius="lg" />
          <Skeleton height={300} radius="lg" />
        </div>
      ) : !hasProjects ? (
        <EmptyState
          icon={IconChartBar}
          title={t('analytics.emptyTitle')}
          action={<NewProjectButton onClick={newProject.start} />}
        >
          <Text c="dimmed">{t('analytics.emptyMessage')}</Text>
        </EmptyState>
      ) : (
        <div className={classes.grid} data-stale={isPlaceholderData || undefined}>
          <ActivityCard activity={data.activity} before={data.activity_before} />
          <LooksCard />
          <PromisesCard promises={data.promises} />
          <StatusCard counts={data.projects_by_status} />
          <ProgressCard ranges={data.progress_ranges} mean={data.projects_progress} />
          <StorageCard storage={data.storage} />
        </div>
      )}
      {newProject.dialogs}
    </>
  );
}
