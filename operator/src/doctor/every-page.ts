import type { Database } from '@vitrin/server/database/connect.ts';

/**
 * All rows of a list, read by pages that each begin after the last id of the one before, so that memory holds one page.
 * `first` is less than all ids.
 */
export async function* everyPage<Id extends number | string, Row extends { id: Id }>(
  db: Database,
  list: (db: Database, after: Id) => Promise<Row[]>,
  first: NoInfer<Id>,
): AsyncGenerator<Row[], void> {
  for (let after = first; ;) {
    const rows = await list(db, after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
