import type {
  AnalyticsAnswer,
  AnalyticsRow,
  Dimension,
} from '@vitrin/shared/contract/figures/analytics-query.ts';
import { isTime, keysOf } from '@vitrin/shared/rules/time/time-keys.ts';

type Key = AnalyticsRow['keys'][number];
type Answer = Pick<AnalyticsAnswer, 'by' | 'rows' | 'from' | 'to' | 'unit'>;

/** Keys of one dimension of an answer: all of a time in their order, of other things those that are there, the largest first. */
export function keysIn({ by, rows, from, to }: Answer, index: number): Key[] {
  const dimension = by[index];
  if (dimension !== undefined && isTime(dimension))
    return keysOf(dimension, { from, to }).map((key) => ({ key, name: null }));
  const keys = new Map<string, { key: Key; size: number }>();
  for (const row of rows) {
    const key = row.keys[index];
    if (!key) continue;
    const existing = keys.get(key.key) ?? { key, size: 0 };
    keys.set(key.key, { key, size: existing.size + (row.value ?? 0) });
  }
  return [...keys.values()].toSorted((a, b) => b.size - a.size).map(({ key }) => key);
}

/** Figures of an answer by two keys. */
export function cellsOf({ rows }: Pick<Answer, 'rows'>): (first: string, second: string) => number | null {
  const cells = new Map(rows.map(({ keys, value }) => [keys.map(({ key }) => key).join('\n'), value]));
  return (first, second) => cells.get(`${first}\n${second}`) ?? null;
}

/** Days, weeks and months go on; weekdays and hours come again. */
export function isRunning(dimension: Dimension | undefined): boolean {
  return dimension === 'day' || dimension === 'week' || dimension === 'month';
}

export function filledRows(rows: readonly AnalyticsRow[]): AnalyticsRow[] {
  return rows.filter(({ value }) => value !== null && value !== 0);
}
