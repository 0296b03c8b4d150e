import type { ActivityDay } from '@vitrin/shared/contract/analytics.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../components/use-format.ts';
import { ChartCard } from '../../features/analytics/ChartCard.tsx';
import { LinesChart } from '../../features/analytics/lazy-charts.ts';

/** Views of projects, previews and downloads of files, by day. */
export function ActivityCard({ activity }: { activity: readonly ActivityDay[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const lines = [
    { name: 'views', label: t('analytics.views'), color: 'petrol.5' },
    { name: 'previews', label: t('analytics.previews'), color: 'amber.5' },
    { name: 'downloads', label: t('analytics.downloads'), color: 'green.5' },
  ] as const;
  const isQuiet = activity.every(({ views, previews, downloads }) => views + previews + downloads === 0);
  return (
    <ChartCard
      title={t('analytics.activity')}
      lead={t(isQuiet ? 'analytics.activityQuiet' : 'analytics.activityLead')}
      head={[t('analytics.day'), ...lines.map(({ label }) => label)]}
      rows={activity.toReversed().map(({ day, views, previews, downloads }) => ({
        key: day,
        cells: [format.day(day), ...[views, previews, downloads].map(format.number)],
      }))}
    >
      <LinesChart
        points={activity.map((point) => ({ ...point, label: format.dayShort(point.day) }))}
        lines={lines}
        format={format.number}
      />
    </ChartCard>
  );
}
