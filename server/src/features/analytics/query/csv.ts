import type { AnalyticsAnswer, Dimension } from '@vitrin/shared/contract/analytics-query.ts';
import { NAMED } from './question.ts';

/** A first character by which a spreadsheet takes a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows that are written in one piece. */
const ROWS_AT_ONCE = 500;

/** Spreadsheets read the text as UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';

const WITH_NAMES: ReadonlySet<Dimension> = new Set(NAMED);

/** A cell in quotes; an apostrophe before what a spreadsheet would carry out. */
function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The table of an answer as CSV (RFC 4180), in pieces. Names have a column beside their ids. */
export function* csvOf({ by, unit, measure, rows, total }: AnalyticsAnswer): Generator<string, void> {
  const isLength = unit === 'seconds' || unit === 'days';
  const hasBefore = rows.some(({ before }) => before !== null) || total.before !== null;
  const columns = [
    ...by.flatMap((name) => (WITH_NAMES.has(name) ? [`${name}_id`, name] : [name])),
    unit === 'count' || unit === measure ? measure : `${measure}_${unit}`,
    ...(isLength ? ['p90'] : []),
    ...(hasBefore ? ['before'] : []),
  ];
  yield BYTE_ORDER_MARK + lineOf(columns);
  const figures = ({ value, p90, before }: AnalyticsAnswer['total']) =>
    [value, ...(isLength ? [p90] : []), ...(hasBefore ? [before] : [])].map((number) => String(number ?? ''));
  if (by.length === 0) yield lineOf(figures(total));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    yield rows
      .slice(at, at + ROWS_AT_ONCE)
      .map((row) => {
        const keys = row.keys.flatMap(({ key, name }, index) =>
          WITH_NAMES.has(by[index] ?? 'day') ? [key, name ?? ''] : [key],
        );
        return lineOf([...keys, ...figures(row)]);
      })
      .join('');
}

/** A line of a table. */
export function lineOf(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
