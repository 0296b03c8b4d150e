import { Group, SegmentedControl } from '@mantine/core';
import { dayOf, shiftedDay } from '@vitrin/shared/rules/time/days.ts';
import { useState } from 'react';
import { DayField } from '../../../components/forms/DayField.tsx';
import { useQueryChange } from '../../../components/lists/use-query-change.ts';
import { dayNumberAt } from '../../../components/past-day.ts';
import { isRange } from '../../../features/analytics/query/ask.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { serverNow } from '../../../lib/clock/server-clock.ts';
import { type Range, RANGES } from './choice.ts';

type Props = {
  range: Range;
  /** Days of any range can be chosen. */
  isAnyRange: boolean;
};

/** The range of all figures, which is in the address. */
export function RangeControl({ range, isAnyRange }: Props) {
  const { t } = useTranslation();
  const changeQuery = useQueryChange();
  const write = (pairs: Record<'days' | 'from' | 'to', string | null>) =>
    changeQuery(
      (query) => {
        for (const [name, value] of Object.entries(pairs))
          if (value === null) query.delete(name);
          else query.set(name, value);
      },
      { replace: true, preventScrollReset: true },
    );
  const choose = (value: string) => {
    if (value !== 'own') return write({ days: value === '30' ? null : value, from: null, to: null });
    const today = dayOf(dayNumberAt(new Date(serverNow()), undefined));
    const length = 'days' in range ? range.days : 30;
    write({ days: null, from: shiftedDay(today, 1 - length), to: today });
  };
  return (
    <>
      <SegmentedControl
        aria-label={t('analytics.range')}
        data={[
          ...RANGES.map((days) => ({ value: String(days), label: t('analytics.days', { count: days }) })),
          ...(isAnyRange ? [{ value: 'own', label: t('figures.ownRange') }] : []),
        ]}
        value={'days' in range ? String(range.days) : 'own'}
        onChange={choose}
        style={{ alignSelf: 'center' }}
      />
      {'from' in range && (
        <OwnDays
          key={`${range.from} ${range.to}`}
          {...range}
          onChange={(days) => write({ days: null, ...days })}
        />
      )}
    </>
  );
}

type OwnDaysProps = { from: string; to: string; onChange: (days: { from: string; to: string }) => void };

/** Two days; days that are no range stay in their fields until they are one. */
function OwnDays({ from, to, onChange }: OwnDaysProps) {
  const { t } = useTranslation();
  const [days, setDays] = useState({ from, to });
  const isFit = isRange(days.from, days.to);
  const change = (part: Partial<typeof days>) => {
    const next = { ...days, ...part };
    setDays(next);
    if (isRange(next.from, next.to)) onChange(next);
  };
  return (
    <Group gap="sm" align="flex-start">
      <DayField label={t('figures.from')} value={days.from} onChange={(from) => change({ from })} />
      <DayField
        label={t('figures.to')}
        value={days.to}
        onChange={(to) => change({ to })}
        error={!isFit && t('figures.noRange')}
      />
    </Group>
  );
}
