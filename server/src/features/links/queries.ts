import { sql, type Updateable } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { LinksTable } from '../../database/tables/links.ts';
import { countRows } from '../../database/row-counts.ts';
import { LINK_COLUMNS, type LinkRow } from './row.ts';

export function listLinks(db: Database, versionId: number) {
  return db
    .selectFrom('links')
    .select(LINK_COLUMNS)
    .where('version_id', '=', versionId)
    .orderBy('position')
    .execute();
}

export function countLinks(db: Database, versionId: number): Promise<number> {
  return countRows(db.selectFrom('links').where('version_id', '=', versionId));
}

export function findLink(db: Database, id: number) {
  return db.selectFrom('links').select(LINK_COLUMNS).where('id', '=', id).executeTakeFirst();
}

export function insertLink(db: Database, link: Omit<LinkRow, 'id'>) {
  return db.insertInto('links').values(link).returning(LINK_COLUMNS).executeTakeFirstOrThrow();
}

export function updateLink(db: Database, id: number, values: Updateable<LinksTable>) {
  return db
    .updateTable('links')
    .set(values)
    .where('id', '=', id)
    .returning(LINK_COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteLink(db: Database, id: number): Promise<void> {
  await db.deleteFrom('links').where('id', '=', id).execute();
}

/** Moves the links at the positions `from` to `to`, both included, by `steps`. */
export async function shiftLinks(
  db: Database,
  versionId: number,
  { from, to, steps }: { from: number; to: number; steps: 1 | -1 },
): Promise<void> {
  if (from > to) return;
  await db
    .updateTable('links')
    .set({ position: sql`position + ${steps}` })
    .where('version_id', '=', versionId)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .execute();
}
