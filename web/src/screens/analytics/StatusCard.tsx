import type { Analytics } from '@vitrin/shared/contract/figures/analytics.ts';
import type { ProjectStatus } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormat } from '../../components/use-format.ts';
import { ChartCard } from '../../features/analytics/ChartCard.tsx';
import { BarsChart } from '../../features/analytics/lazy-charts.ts';

/** Colours of the status badges, in the shade for charts. */
const COLORS: Record<ProjectStatus, string> = {
  completed: 'green.5',
  'in-progress': 'petrol.5',
  pending: 'gray.5',
  'on-hold': 'amber.5',
  cancelled: 'red.5',
};

export function StatusCard({ counts }: { counts: Analytics['projects_by_status'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const bars = counts.map(({ status, count }) => ({
    label: t(`projects.status.${status}`),
    value: count,
    color: COLORS[status],
  }));
  return (
    <ChartCard
      title={t('analytics.byStatus')}
      head={[t('projects.statusLabel'), t('projects.title')]}
      rows={bars.map(({ label, value }) => ({ key: label, cells: [label, format.number(value)] }))}
    >
      <BarsChart bars={bars} valueLabel={t('projects.title')} format={format.number} />
    </ChartCard>
  );
}
