import type { Database } from '../../../database/connect.ts';
import { changesRow } from '../../../database/row-counts.ts';
import type { ImportEntriesTable } from '../../../database/tables/imports.ts';
import { rowPages } from '../../../database/pages.ts';

export const ENTRIES_AT_ONCE = 200;

export type NewEntry = Omit<ImportEntriesTable, 'import_id' | 'storage_key' | 'media_type'>;

/** Writes down a page of entries; those that are there already stay as they are. */
export async function insertEntries(
  db: Database,
  importId: string,
  entries: readonly NewEntry[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entry,
    import_id: importId,
    storage_key: null,
    media_type: null,
  }));
  await db
    .insertInto('import_entries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['import_id', 'number']).doNothing())
    .execute();
}

export function listEntriesAfter(db: Database, importId: string, number: number) {
  return db
    .selectFrom('import_entries')
    .selectAll()
    .where('import_id', '=', importId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(ENTRIES_AT_ONCE)
    .execute();
}

export type ImportEntry = Awaited<ReturnType<typeof listEntriesAfter>>[number];

/** False when the import has ended meanwhile. */
export async function updateEntry(
  db: Database,
  { import_id, number }: ImportEntry,
  values: { storage_key?: string; media_type?: string; size_bytes?: number },
): Promise<boolean> {
  return changesRow(
    db
      .updateTable('import_entries')
      .set(values)
      .where('import_id', '=', import_id)
      .where('number', '=', number),
  );
}

export async function findEntries(
  db: Database,
  importId: string,
  names: readonly string[],
): Promise<Map<string, ImportEntry>> {
  const found = new Map<string, ImportEntry>();
  for await (const page of rowPages(names, ENTRIES_AT_ONCE)) {
    const rows = await db
      .selectFrom('import_entries')
      .selectAll()
      .where('import_id', '=', importId)
      .where('name', 'in', page)
      .execute();
    for (const row of rows) found.set(row.name, row);
  }
  return found;
}

export function listReceiptEntries(db: Database, importId: string, project: number) {
  return (
    db
      .selectFrom('import_entries')
      .selectAll()
      .where('import_id', '=', importId)
      .where('media_type', 'is not', null)
      // The index finds `receipts/7.json` and `receipts/7-1.json`, as `-` and `.` stand before `/`.
      .where('name', '>=', `receipts/${project}-`)
      .where('name', '<', `receipts/${project}/`)
      .orderBy('number')
      .execute()
  );
}

export async function deleteEntries(
  db: Database,
  importId: string,
  numbers: readonly number[],
): Promise<void> {
  for await (const page of rowPages(numbers, ENTRIES_AT_ONCE))
    await db
      .deleteFrom('import_entries')
      .where('import_id', '=', importId)
      .where('number', 'in', page)
      .execute();
}

/** Deletes the first entries; returns the keys of their objects, undefined where there were none. */
export async function deleteSomeEntries(
  db: Database,
  importId: string,
): Promise<(string | null)[] | undefined> {
  const first = db
    .selectFrom('import_entries')
    .select('number')
    .where('import_id', '=', importId)
    .orderBy('number')
    .limit(ENTRIES_AT_ONCE);
  const rows = await db
    .deleteFrom('import_entries')
    .where('import_id', '=', importId)
    .where('number', 'in', first)
    .returning('storage_key')
    .execute();
  return rows.length === 0 ? undefined : rows.map(({ storage_key }) => storage_key);
}

/** Marks are few: of the projects and customers that one account may have. */
export async function deleteMarks(db: Database, importId: string): Promise<void> {
  await db.deleteFrom('import_marks').where('import_id', '=', importId).execute();
}

export async function sumLeftBytes(db: Database, importId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('import_entries')
    .select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes'))
    .where('import_id', '=', importId)
    .where((e) => e.or([e('name', 'like', 'files/%'), e('name', 'like', 'pictures/%')]))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}
