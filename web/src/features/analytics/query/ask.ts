import type { AnalyticsDays } from '@vitrin/shared/contract/analytics.ts';
import type { Dimension, Measure } from '@vitrin/shared/contract/analytics-query.ts';
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

/** Address of the answer as a table for spreadsheets. */
export function csvAddress(ask: Ask): string {
  const pairs = Object.entries({ ...parametersOf(ask), format: 'csv' }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${API_BASE}${ANSWERS}?${new URLSearchParams(pairs).toString()}`;
}
