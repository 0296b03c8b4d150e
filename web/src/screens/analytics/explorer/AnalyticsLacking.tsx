import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { Suspense } from 'react';
import { AnswerChart } from '../../../features/analytics/query/AnswerChart.tsx';
import { PlanLacks } from '../../../features/plans/PlanLacks.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';

const SAMPLE_VALUES = [3, 5, 4, 9, 12, 7, 6, 8, 14, 11, 9, 13, 16, 12, 18];
const SAMPLE_VALUES_BEFORE = [2, 4, 3, 5, 8, 6, 4, 7, 9, 8, 5, 9, 10, 8, 11];

/** Made-up figures, in the form of an answer. */
const SAMPLE: AnalyticsAnswer = {
  measure: 'downloads',
  unit: 'count',
  zone: 'UTC',
  from: '2026-10-01',
  to: '2026-10-15',
  by: ['day'],
  rows: SAMPLE_VALUES.map((value, index) => ({
    keys: [{ key: `2026-10-${String(index + 1).padStart(2, '0')}`, name: null }],
    value,
    p90: null,
    before: SAMPLE_VALUES_BEFORE[index] ?? 0,
  })),
  is_truncated: false,
  total: { value: 147, p90: null, before: 99 },
  storage: null,
};

/** Says what plans with more analytics show, on a sample. */
export function AnalyticsLacking() {
  const { t } = useTranslation();
  return (
    <PlanLacks needed={{ analytics: 'advanced' }} title={t('figures.lacking')}>
      <Suspense>
        <AnswerChart answer={SAMPLE} />
      </Suspense>
    </PlanLacks>
  );
}
