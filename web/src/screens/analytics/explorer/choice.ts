import type { AnalyticsDays } from '@vitrin/shared/contract/figures/analytics.ts';
import type { Dimension, Measure } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { DIMENSIONS_OF } from '@vitrin/shared/rules/analytics-dimensions.ts';
import { dayNumber } from '@vitrin/shared/rules/time/days.ts';
import { type Ask, isRange } from '../../../features/analytics/query/ask.ts';

/** Written out here, because only forms load the schemas. */
export const RANGES = [7, 30, 90] as const satisfies readonly AnalyticsDays[];

export const MEASURES = Object.keys(DIMENSIONS_OF) as Measure[];

/** A range of the address: the last days, or two days and all between. */
export type Range = { days: AnalyticsDays } | { from: string; to: string };

/** The range that an address names, the last 30 days where it names none that there is. */
export function rangeIn(query: URLSearchParams, isAnyRange: boolean): Range {
  const [from, to] = [dayIn(query, 'from'), dayIn(query, 'to')];
  if (isAnyRange && from !== undefined && to !== undefined && isRange(from, to)) return { from, to };
  return { days: RANGES.find((range) => String(range) === query.get('days')) ?? 30 };
}

export function lengthOf(range: Range): number {
  return 'days' in range ? range.days : dayNumber(range.to) - dayNumber(range.from) + 1;
}

/** The question that an address asks; of an unknown one the parts that are known. */
export function askIn(query: URLSearchParams, range: Range): Ask {
  const measure = MEASURES.find((each) => each === query.get('measure')) ?? 'opens';
  const dimensions = DIMENSIONS_OF[measure];
  const named = query.get('by');
  const by = (named ?? timeFor(range))
    .split(',')
    .flatMap((name) => dimensions.find((each) => each === name) ?? []);
  return {
    measure,
    by: [...new Set(by)].slice(0, 2),
    ...range,
    compare: query.get('compare') === 'previous',
    project: idIn(query, 'project'),
    customer: idIn(query, 'customer'),
    version: dimensions.includes('version') ? idIn(query, 'version') : undefined,
  };
}

/** The time of which a range has a readable number. */
export function timeFor(range: Range): Extract<Dimension, 'day' | 'week' | 'month'> {
  const length = lengthOf(range);
  return length <= 92 ? 'day' : length <= 366 ? 'week' : 'month';
}

/** The id that a parameter names, if it is one. */
export function idIn(query: URLSearchParams, name: string): number | undefined {
  return Number(/^[1-9]\d{0,8}$/.exec(query.get(name) ?? '')?.[0]) || undefined;
}

function dayIn(query: URLSearchParams, name: string): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(query.get(name) ?? '')?.[0];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined;
}
