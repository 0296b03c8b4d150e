import type { Database } from '../../../database/connect.ts';
import { changesRow } from '../../../database/row-counts.ts';
import type { ImportEntriesTable } from '../../../database/tables/imports.ts';

const ROWS_AT_ONCE = 200;
const ENTRIES_AT_ONCE = 200;

export async function replaceEntries(
  db: Database,
  importId: string,
  entries: readonly Omit<ImportEntriesTable, 'import_id' | 'storage_key' | 'media_type'>[],
): Promise<void> {
  await db.deleteFrom('import_entries').where('import_id', '=', importId).execute();
  for (let at = 0; at < entries.length; at += ROWS_AT_ONCE) {
    const rows = entries
      .slice(at, at + ROWS_AT_ONCE)
      .map((entry) => ({ ...entry, import_id: importId, storage_key: null, media_type: null }));
    await db.insertInto('import_entries').values(rows).execute();
  }
}

/** A page of entries after a number. */
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

/** The entries of these names, by name. */
export async function findEntries(
  db: Database,
  importId: string,
  names: readonly string[],
): Promise<Map<string, ImportEntry>> {
  const found = new Map<string, ImportEntry>();
  for (let at = 0; at < names.length; at += ROWS_AT_ONCE) {
    const rows = await db
      .selectFrom('import_entries')
      .selectAll()
      .where('import_id', '=', importId)
      .where('name', 'in', names.slice(at, at + ROWS_AT_ONCE))
      .execute();
    for (const row of rows) found.set(row.name, row);
  }
  return found;
}

/** The receipts of a project, in their order. */
export function listReceiptEntries(db: Database, importId: string, project: number) {
  return (
    db
      .selectFrom('import_entries')
      .selectAll()
      .where('import_id', '=', importId)
      .where('media_type', 'is not', null)
      // `receipts/7.json` and `receipts/7-1.json`, found by the index of names: `-` and `.` stand before `/`.
      .where('name', '>=', `receipts/${project}-`)
      .where('name', '<', `receipts/${project}/`)
      .orderBy('number')
      .execute()
  );
}

/** Takes entries out of the list whose objects belong to something else from now on. */
export async function deleteEntries(
  db: Database,
  importId: string,
  numbers: readonly number[],
): Promise<void> {
  for (let at = 0; at < numbers.length; at += ROWS_AT_ONCE)
    await db
      .deleteFrom('import_entries')
      .where('import_id', '=', importId)
      .where('number', 'in', numbers.slice(at, at + ROWS_AT_ONCE))
      .execute();
}

/** Deletes what is left of the list and of the marks; returns the keys of objects that nothing names any more. */
export async function deleteTraces(db: Database, importId: string): Promise<string[]> {
  await db.deleteFrom('import_marks').where('import_id', '=', importId).execute();
  const rows = await db
    .deleteFrom('import_entries')
    .where('import_id', '=', importId)
    .returning('storage_key')
    .execute();
  return rows.flatMap(({ storage_key }) => storage_key ?? []);
}

/** Bytes of the entries that are still to become files and pictures. */
export async function sumLeftBytes(db: Database, importId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('import_entries')
    .select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes'))
    .where('import_id', '=', importId)
    .where((e) => e.or([e('name', 'like', 'files/%'), e('name', 'like', 'pictures/%')]))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}
