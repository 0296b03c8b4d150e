import type { ParseArgsOptionsConfig } from 'node:util';
import type { PageRange } from '@vitrin/server/database/pages.ts';
import { type Answer, UsageError } from './command.ts';

const PAGE_SIZE = 50;
const MOST_PAGES = 1_000_000;
const MOST_LETTERS = 60;

/** Value of one cell in a list or on a detail sheet. */
type Cell = string | number | boolean | readonly string[] | null | undefined;

/** The option of every list that may be long. */
export const PAGE_OPTION = {
  page: { type: 'string', default: '1' },
} as const satisfies ParseArgsOptionsConfig;

/** The rows of a page by its number, from 1 on. Throws UsageError for what is no number. */
export function rangeOf(page: string): PageRange {
  if (!/^\d{1,7}$/.test(page) || Number(page) < 1 || Number(page) > MOST_PAGES)
    throw new UsageError('A page is a number from 1 on.');
  return { limit: PAGE_SIZE, offset: (Number(page) - 1) * PAGE_SIZE };
}

/** A page of a list, as a table and as values. `empty` is the sentence for a list without rows. */
export function pageAnswer<Row extends Record<string, unknown>>(
  { offset }: PageRange,
  { rows, count }: { rows: Row[]; count: number },
  { head, cells, empty }: { head: string[]; cells: (row: Row) => Cell[]; empty: string },
): Answer {
  const page = offset / PAGE_SIZE + 1;
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const json = { count, page, pages, results: rows };
  if (count === 0) return { text: empty, json };
  if (rows.length === 0) return { text: `There is no page ${page}; the last one is ${pages}.`, json };
  const more = page < pages ? `; the next page is --page ${page + 1}` : '';
  return {
    text: `${asTable(head, rows.map(cells))}\n\n${count} in all, page ${page} of ${pages}${more}.`,
    json,
  };
}

function asTable(head: string[], rows: Cell[][]): string {
  const lines = [head, ...rows.map((row) => row.map((cell) => printable(cell)))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names and values, one a line. */
export function asLines(values: Record<string, Cell>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`)
    .join('\n');
}

/** A value in one short line of a terminal. */
export function printable(value: Cell): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'object') return withoutControls(value.join(', ').slice(0, 2000)) || '-';
  const text = withoutControls(String(value).slice(0, 2000));
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 3)}...` : text;
}

/**
 * A text in one line of a terminal: what others wrote may hold characters that move the cursor or change the direction of
 * the text.
 */
export function withoutControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}
