import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { useFormat } from '../../components/use-format.ts';
import { projectsSummaryQuery } from '../../features/projects/api.ts';
import classes from './DashboardScreen.module.css';

/** Specification 2.6: active projects, active milestones, projects progress. */
export function StatCards() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(projectsSummaryQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const stats = [
    { label: t('dashboard.activeProjects'), value: data && format.number(data.total_projects) },
    { label: t('dashboard.activeMilestones'), value: data && format.number(data.remaining_milestones) },
    { label: t('dashboard.progress'), value: data && format.percent(data.projects_progress) },
  ];
  return (
    <dl className={classes.stats} aria-busy={!data}>
      {stats.map(({ label, value }) => (
        <div key={label} className={classes.card}>
          <dt className={classes.statLabel}>{label}</dt>
          <dd className={classes.statValue}>{value ?? <Skeleton height={32} width={56} />}</dd>
        </div>
      ))}
    </dl>
  );
}
