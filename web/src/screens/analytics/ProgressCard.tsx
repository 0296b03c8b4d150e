import type { Analytics } from '@vitrin/shared/contract/figures/analytics.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormat } from '../../components/use-format.ts';
import { ChartCard } from '../../features/analytics/ChartCard.tsx';
import { BarsChart } from '../../features/analytics/lazy-charts.ts';

type Props = { ranges: Analytics['progress_ranges']; mean: number };

export function ProgressCard({ ranges, mean }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const bars = ranges.map(({ from, to, count }) => ({
    label: from === to ? format.percent(to) : t('analytics.fromTo', { from, to: format.percent(to) }),
    value: count,
    color: to === 100 && from === 100 ? 'green.5' : 'petrol.5',
  }));
  return (
    <ChartCard
      title={t('analytics.progress')}
      lead={t('analytics.meanProgress', { percent: format.percent(mean) })}
      head={[t('projects.progress'), t('projects.title')]}
      rows={bars.map(({ label, value }) => ({ key: label, cells: [label, format.number(value)] }))}
    >
      <BarsChart bars={bars} valueLabel={t('projects.title')} format={format.number} />
    </ChartCard>
  );
}
