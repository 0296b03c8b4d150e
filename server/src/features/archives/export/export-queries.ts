import type { Insertable } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { changesRow } from '../../../database/row-counts.ts';
import type { ExportEntriesTable, ExportsTable } from '../../../database/tables/exports.ts';

const ENTRIES_AT_ONCE = 200;
const ROWS_AT_ONCE = 200;

export function findExportOf(db: Database, ownerId: number) {
  return db.selectFrom('exports').selectAll().where('owner_id', '=', ownerId).executeTakeFirst();
}

export function findExport(db: Database, id: string) {
  return db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst();
}

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>;

export async function insertExport(db: Database, row: Insertable<ExportsTable>): Promise<void> {
  await db.insertInto('exports').values(row).execute();
}

/** Updates an export; returns false when it was deleted or replaced meanwhile. */
export async function updateExport(
  db: Database,
  id: string,
  values: Partial<Omit<ExportsTable, 'id' | 'owner_id'>>,
): Promise<boolean> {
  return changesRow(db.updateTable('exports').set(values).where('id', '=', id));
}

/** Deletes an archive with its list of entries; returns the key of its own object, undefined when it was gone. */
export async function deleteExport(db: Database, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('exports').where('id', '=', id).returning('object_key').executeTakeFirst();
  return row?.object_key;
}

export function listExpiredExports(db: Database, now: string, limit: number) {
  return db.selectFrom('exports').select('id').where('expires_at', '<=', now).limit(limit).execute();
}

export async function replaceEntries(
  db: Database,
  exportId: string,
  entries: readonly Omit<ExportEntriesTable, 'export_id'>[],
): Promise<void> {
  await db.deleteFrom('export_entries').where('export_id', '=', exportId).execute();
  for (let at = 0; at < entries.length; at += ROWS_AT_ONCE) {
    const rows = entries.slice(at, at + ROWS_AT_ONCE).map((entry) => ({ ...entry, export_id: exportId }));
    await db.insertInto('export_entries').values(rows).execute();
  }
}

const COLUMNS = [
  'number',
  'name',
  'storage_key',
  'object_at',
  'size_bytes',
  'crc32',
  'modified_at',
  'starts_at',
  'listed_at',
] as const;

export type EntryRow = Pick<ExportEntriesTable, (typeof COLUMNS)[number]>;

export function listEntriesFrom(db: Database, exportId: string, number: number): Promise<EntryRow[]> {
  return db
    .selectFrom('export_entries')
    .select(COLUMNS)
    .where('export_id', '=', exportId)
    .where('number', '>=', number)
    .orderBy('number')
    .limit(ENTRIES_AT_ONCE)
    .execute();
}

export async function findEntryAt(
  db: Database,
  exportId: string,
  column: 'starts_at' | 'listed_at',
  position: number,
): Promise<number> {
  const row = await db
    .selectFrom('export_entries')
    .select('number')
    .where('export_id', '=', exportId)
    .where(column, '<=', position)
    .orderBy(column, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? 0;
}
