import type { AnalyticsDays } from '@vitrin/shared/contract/figures/analytics.ts';
import type { Dimension, Measure } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { dayNumber } from '@vitrin/shared/rules/time/days.ts';
import { API_BASE } from '../../../lib/api-client.ts';

/** A question to the API's figures (specification 9.21). Days are the freelancer's; the last 30 without any. */
export type Ask = {
  measure: Measure;
  /** At most two. */
  by: readonly Dimension[];
  from?: string | undefined;
  to?: string | undefined;
  /** So many days up to today, in place of `from` and `to`. */
  days?: AnalyticsDays | undefined;
  /** Adds the figures of as many days before. */
  compare?: boolean | undefined;
  project?: number | undefined;
  customer?: number | undefined;
  version?: number | undefined;
};

export const ANSWERS = '/analytics/query/';

/** 24 months, as the API has them. */
const MOST_DAYS = 732;

/** A question as the parameters of the API. */
export function parametersOf({ measure, by, from, to, days, compare, project, customer, version }: Ask) {
  return {
    measure,
    by: by.length > 0 ? by.join(',') : undefined,
    from,
    to,
    days,
    compare: compare ? 'previous' : undefined,
    project,
    customer,
    version,
  };
}

export function csvAddress(ask: Ask): string {
  return `${API_BASE}${ANSWERS}?${queryOf({ ...parametersOf(ask), format: 'csv' })}`;
}

/** A question as the query of the screen that asks it. */
export function addressOf(ask: Ask): string {
  return queryOf({ ...parametersOf(ask), by: ask.by.join(',') });
}

function queryOf(parameters: Record<string, string | number | undefined>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(pairs).toString();
}

/** True for two days in their order with at most 24 months from the one to the other. */
export function isRange(from: string, to: string): boolean {
  const length = dayNumber(to) - dayNumber(from) + 1;
  return length >= 1 && length <= MOST_DAYS;
}
