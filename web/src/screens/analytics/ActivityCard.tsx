import type { Activity, ActivityDay } from '@vitrin/shared/contract/figures/analytics.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormat } from '../../components/use-format.ts';
import { ChartCard } from '../../features/analytics/ChartCard.tsx';
import { DayBarsChart } from '../../features/analytics/lazy-charts.ts';
import { LOOKS_OF_SERIES } from '../../features/analytics/query/looks-of-series.ts';
import { ActivityFigures } from './ActivityFigures.tsx';

type Props = {
  activity: readonly ActivityDay[];
  /** In all, over as many days before. */
  before: Activity;
  /** Days of the range; default: as many as there are in `activity`. */
  length?: number;
  /** Column and label of a time that is longer than a day. */
  time?: { head: string; labelOf: (key: string) => string };
};

/** Views of projects, previews and downloads of files, by day. */
export function ActivityCard({ activity, before, length = activity.length, time }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const series = [
    { name: 'views', label: t('analytics.views'), ...LOOKS_OF_SERIES[0] },
    { name: 'previews', label: t('analytics.previews'), ...LOOKS_OF_SERIES[1], filled: 'stripes' },
    { name: 'downloads', label: t('analytics.downloads'), ...LOOKS_OF_SERIES[2], filled: 'dots' },
  ] as const;
  const isQuiet = activity.every(({ views, previews, downloads }) => views + previews + downloads === 0);
  const figures = series.map(({ name, label }) => ({
    label,
    now: activity.reduce((sum, day) => sum + day[name], 0),
    before: before[name],
  }));
  return (
    <ChartCard
      title={t('analytics.activity')}
      lead={t(isQuiet ? 'analytics.activityQuiet' : 'analytics.activityLead')}
      figures={<ActivityFigures figures={figures} days={length} />}
      head={[time?.head ?? t('analytics.day'), ...series.map(({ label }) => label)]}
      rows={activity.toReversed().map(({ day, views, previews, downloads }) => ({
        key: day,
        cells: [time?.labelOf(day) ?? format.day(day), ...[views, previews, downloads].map(format.number)],
      }))}
    >
      <DayBarsChart
        days={activity.map((point) => ({
          ...point,
          label: time?.labelOf(point.day) ?? format.dayShort(point.day),
        }))}
        series={series}
        format={format.number}
      />
    </ChartCard>
  );
}
