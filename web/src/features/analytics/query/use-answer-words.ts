import type {
  AnalyticsAnswer,
  AnalyticsRow,
  Dimension,
} from '@vitrin/shared/contract/figures/analytics-query.ts';
import { useMemo } from 'react';
import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { formatDayCount, formatLength } from './format-length.ts';

type Key = AnalyticsRow['keys'][number];
type Unit = AnalyticsAnswer['unit'];

const DEVICES: readonly string[] = ['phone', 'tablet', 'computer'];
type Device = 'phone' | 'tablet' | 'computer';

/** 2024-01-01 was a Monday. */
const A_MONDAY = '2024-01-0';

/** Figures, keys and titles of answers in words. Needs the texts `figures`. */
export function useAnswerWords() {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const { language } = i18n;
    const formats: Record<Unit, (value: number) => string> = {
      count: format.number,
      bytes: format.bytes,
      seconds: (value) => formatLength(language, value),
      days: (value) => formatDayCount(language, value),
    };
    const keyOf = (dimension: Dimension, { key, name }: Key): string => {
      if (dimension === 'day' || dimension === 'week') return format.dayShort(key);
      if (dimension === 'month') return format.month(`${key}-01`);
      if (dimension === 'weekday') return format.weekday(`${A_MONDAY}${key}`);
      if (dimension === 'hour') return `${key}:00`;
      if (dimension === 'device') return DEVICES.includes(key) ? t(`figures.device.${key as Device}`) : key;
      if (key === '') return t(`figures.without.${dimension}`);
      if (!name) return t('figures.deleted');
      return dimension === 'version' ? t('figures.version', { number: name }) : name;
    };
    return {
      /** A figure with its unit; a dash for none. */
      valueOf: (unit: Unit, value: number | null) => (value === null ? '–' : formats[unit](value)),
      keyOf,
      /** A key in a table, where days have their year. */
      wholeKeyOf: (dimension: Dimension, key: Key) =>
        dimension === 'day' || dimension === 'week' ? format.day(key.key) : keyOf(dimension, key),
      /** "Downloads by day and client" */
      titleOf: ({ measure, by }: Pick<AnalyticsAnswer, 'measure'> & { by: readonly Dimension[] }) => {
        const measured = t(`figures.measure.${measure}`);
        return by.length === 0
          ? measured
          : t('figures.by', {
              measure: measured,
              by: format.list(by.map((name) => t(`figures.byWord.${name}`))),
            });
      },
    };
  }, [t, i18n, format]);
}
