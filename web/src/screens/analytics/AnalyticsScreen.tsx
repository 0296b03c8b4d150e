import { Button, Skeleton, Text } from '@mantine/core';
import { IconChartBar, IconLayoutDashboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LEAST_CAPABILITIES } from '@vitrin/shared/rules/capabilities.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { analyticsQuery } from '../../features/analytics/api.ts';
import { useHasBoards } from '../../features/analytics/boards/use-has-boards.ts';
import { useCurrentUser } from '../../features/auth/api.ts';
import { NewProjectButton } from '../../features/projects/NewProjectButton.tsx';
import { useNewProject } from '../../features/projects/use-new-project.tsx';
import { paths } from '../../paths.ts';
import { ActivityCard } from './ActivityCard.tsx';
import classes from './AnalyticsScreen.module.css';
import { AnalyticsLacking } from './explorer/AnalyticsLacking.tsx';
import { rangeIn } from './explorer/choice.ts';
import { Explorer } from './explorer/Explorer.tsx';
import { OwnActivity } from './explorer/OwnActivity.tsx';
import { RangeControl } from './explorer/RangeControl.tsx';
import { TotalsCard } from './explorer/TotalsCard.tsx';
import { LooksCard } from './LooksCard.tsx';
import { ProgressCard } from './ProgressCard.tsx';
import { PromisesCard } from './PromisesCard.tsx';
import { StatusCard } from './StatusCard.tsx';
import { StorageCard } from './StorageCard.tsx';

/** A freelancer's numbers about projects, files and clients; the range is in the address. */
export function AnalyticsScreen() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { analytics } = useCurrentUser()?.subscription?.plan.capabilities ?? LEAST_CAPABILITIES;
  const hasBoards = useHasBoards();
  const isAdvanced = analytics !== 'basic';
  const range = rangeIn(query, isAdvanced);
  // Cards that take no range of days show the last 30.
  const days = 'days' in range ? range.days : 30;
  const { data, error, isPlaceholderData, refetch } = useQuery(analyticsQuery(days));
  const newProject = useNewProject();
  useDocumentTitle(t('analytics.title'));

  const hasProjects = data?.projects_by_status.some(({ count }) => count > 0) ?? true;
  return (
    <>
      <PageHeader title={t('analytics.title')}>
        {hasProjects && (
          <>
            <Button
              component={Link}
              to={paths.boards}
              variant="default"
              h={44}
              leftSection={<IconLayoutDashboard size={16} stroke={1.7} aria-hidden />}
            >
              {t('boards.title')}
            </Button>
            <RangeControl range={range} isAnyRange={isAdvanced} />
          </>
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
          <div className={classes.wide}>
            {'days' in range ? (
              <ActivityCard activity={data.activity} before={data.activity_before} />
            ) : (
              <OwnActivity range={range} />
            )}
          </div>
          <div className={classes.wide}>
            <TotalsCard range={range} />
          </div>
          <div className={classes.wide}>
            {isAdvanced ? <Explorer range={range} hasBoards={hasBoards} /> : <AnalyticsLacking />}
          </div>
          <div className={classes.wide}>
            <PromisesCard promises={data.promises} days={days} />
          </div>
          <div className={classes.wide}>
            <LooksCard />
          </div>
          <StatusCard counts={data.projects_by_status} />
          <ProgressCard ranges={data.progress_ranges} mean={data.projects_progress} />
          <div className={classes.wide}>
            <StorageCard storage={data.storage} />
          </div>
        </div>
      )}
      {newProject.dialogs}
    </>
  );
}
