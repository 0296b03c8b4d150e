import { type Expression, sql, type SqlBool } from 'kysely';
import type { Database } from '../../database/connect.ts';

export const MILESTONE_COLUMNS = [
  'milestones.id',
  'milestones.project_id',
  'milestones.name',
  'milestones.description',
  'milestones.completed',
  'milestones.position',
  'milestones.edited_at',
] as const;

export const VERSION_COLUMNS = [
  'versions.id',
  'versions.project_id',
  'versions.version_number',
  'versions.description',
  'versions.created_at',
  'versions.edited_at',
] as const;

export const FILE_COLUMNS = [
  'files.id',
  'files.version_id',
  'files.name',
  'files.size_bytes',
  'files.media_type',
  'files.thumbnail_key',
  'files.thumbnail_large_key',
  'files.created_at',
] as const;

/** In a list by a column, and by id where that is equal: what stands after the row with these two. */
export function isAfter(
  [column, id]: readonly [string, string],
  [value, afterId]: readonly [string | number, number],
): Expression<SqlBool> {
  return sql`(${sql.ref(column)}, ${sql.ref(id)}) > (${value}, ${afterId})`;
}

/** Another form of a project's own text; no date moves. False when it is no longer what it was. */
export async function replaceProjectText(
  db: Database,
  id: number,
  before: string,
  description: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('projects')
    .set({ description })
    .where('id', '=', id)
    .where('description', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uploads to a project, or to one of its versions, that are not whole yet and may go on. */
export async function listOpenUploads(
  db: Database,
  of: 'versions.project_id' | 'versions.id',
  id: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('uploads', 'uploads.version_id', 'versions.id')
    .select('uploads.id')
    .where(of, '=', id)
    .where('uploads.kind', '=', 'resumable')
    .where('uploads.state', '=', 'receiving')
    .execute();
  return rows.map((row) => row.id);
}

/** Every name under which bytes of a project's files are stored, or only those of one of its versions. */
export async function listStorageKeys(
  db: Database,
  of: 'versions.project_id' | 'versions.id',
  id: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('files', 'files.version_id', 'versions.id')
    .select(['files.storage_key', 'files.thumbnail_key', 'files.thumbnail_large_key'])
    .where(of, '=', id)
    .execute();
  return rows
    .flatMap((row) => [row.storage_key, row.thumbnail_key, row.thumbnail_large_key])
    .filter((key) => key !== null);
}
