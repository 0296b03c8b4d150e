import { BYTE_ORDER_MARK, csvLine } from '@vitrin/shared/rules/csv-line.ts';
import type { AnalyticsAnswer, Dimension } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { NAMED } from './question.ts';

const ROWS_AT_ONCE = 500;

const WITH_NAMES: ReadonlySet<Dimension> = new Set(NAMED);

/** Yields an answer's table as CSV (RFC 4180), in pieces; names have a column beside their ids. */
export function* csvOf({ by, unit, measure, rows, total }: AnalyticsAnswer): Generator<string, void> {
  const isLength = unit === 'seconds' || unit === 'days';
  const hasBefore = rows.some(({ before }) => before !== null) || total.before !== null;
  const columns = [
    ...by.flatMap((name) => (WITH_NAMES.has(name) ? [`${name}_id`, name] : [name])),
    unit === 'count' || unit === measure ? measure : `${measure}_${unit}`,
    ...(isLength ? ['p90'] : []),
    ...(hasBefore ? ['before'] : []),
  ];
  yield BYTE_ORDER_MARK + csvLine(columns);
  const figures = ({ value, p90, before }: AnalyticsAnswer['total']) =>
    [value, ...(isLength ? [p90] : []), ...(hasBefore ? [before] : [])].map((number) => String(number ?? ''));
  if (by.length === 0) yield csvLine(figures(total));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    yield rows
      .slice(at, at + ROWS_AT_ONCE)
      .map((row) => {
        const keys = row.keys.flatMap(({ key, name }, index) =>
          WITH_NAMES.has(by[index] ?? 'day') ? [key, name ?? ''] : [key],
        );
        return csvLine([...keys, ...figures(row)]);
      })
      .join('');
}
