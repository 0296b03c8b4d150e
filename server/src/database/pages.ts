import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from './connect.ts';
import { inSnapshot } from './snapshot.ts';

/** Rows read at once: some 1 or 2 ms of everybody's time. */
export const PAGE_ROWS = 500;

/** Of rows that hold a whole description each, which may be of 100,000 characters. */
export const TEXT_PAGE_ROWS = 50;

/**
 * Reads a long list by pages of `size` rows, `read` each time what stands after the last row of the page before, and
 * makes an item of each row. Others have their turn between two pages.
 */
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

/** Reads a list that is mostly shorter than a page, by one statement then, and a longer one by pages of one moment. */
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
