import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';
import { inSnapshot } from './snapshot.ts';

export type PageRange = { limit: number; offset: number };

/** Rows read at once, which take 1 or 2 ms of the event loop. */
export const PAGE_ROWS = 500;

/** Bytes of descriptions read at once; one may have 100,000 characters. A row counts as 1000 bytes besides. */
export const TEXT_PAGE_BYTES = 500_000;
const ROW_BYTES = 1000;

export type TextKey = { id: number; text_bytes: number };

export function isOnePage(keys: readonly TextKey[]): boolean {
  return pagesOf(keys).length <= 1;
}

/** Reads rows with long texts in the order of `keys`, by TEXT_PAGE_BYTES; other requests run between pages. */
export async function readTexts<Row extends { id: number }>(
  keys: readonly TextKey[],
  read: (ids: number[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = new Map<number, Row>();
  for (const ids of pagesOf(keys)) {
    await nextTurn();
    for (const row of await read(ids)) rows.set(row.id, row);
  }
  return keys.flatMap(({ id }) => rows.get(id) ?? []);
}

function pagesOf(keys: readonly TextKey[]): number[][] {
  const pages: number[][] = [];
  let room = 0;
  for (const { id, text_bytes } of keys) {
    const page = pages.at(-1);
    const bytes = text_bytes + ROW_BYTES;
    if (page && bytes <= room) {
      page.push(id);
      room -= bytes;
    } else {
      pages.push([id]);
      room = TEXT_PAGE_BYTES - bytes;
    }
  }
  return pages;
}

/** Makes an item of each row; `read` gets the last row of the page before, and other requests run between pages. */
export async function readByPages<Row, Item>(
  size: number,
  read: (after: Row | undefined) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let after: Row | undefined; ;) {
    const rows = await read(after);
    for (const row of rows) items.push(toItem(row));
    after = rows.at(-1);
    if (rows.length < size) return items;
    await nextTurn();
  }
}

/** Rows by pages, each for one statement that writes or deletes them; other requests run between two pages. */
export async function* rowPages<T>(rows: readonly T[], size: number): AsyncGenerator<T[], void> {
  for (let at = 0; at < rows.length; at += size) {
    if (at > 0) await nextTurn();
    yield rows.slice(at, at + size);
  }
}

/** Reads a list by one statement when it fits a page, else by pages in a snapshot, so that all rows are of one moment. */
export async function readList<Row, Item>(
  { db }: { db: Database },
  size: number,
  read: (db: Database, after: Row | undefined) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): Promise<Item[]> {
  const rows = await read(db, undefined);
  if (rows.length < size) return rows.map(toItem);
  return inSnapshot({ db }, (snapshot) =>
    readByPages<Row, Item>(size, (after) => read(snapshot, after), toItem),
  );
}

export function isAfter(
  columns: readonly string[],
  values: readonly (string | number)[],
): Expression<SqlBool> {
  const names = columns.map((column) => sql.ref(column));
  return sql`(${sql.join(names)}) > (${sql.join(values)})`;
}

/** For `$call` of a query: its next rows in the order of a column, behind the row with this value. */
export function pageAfter(column: string, after: number | string, limit = PAGE_ROWS) {
  const name = sql.ref(column);
  return <Tables extends keyof Schema, Row>(query: SelectQueryBuilder<Schema, Tables, Row>) =>
    query.where(name, '>', after).orderBy(name).limit(limit);
}
