import { type Insertable, sql, type SqlBool, type Updateable } from 'kysely';
import { searchKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Database } from '../../database/connect.ts';
import type { PageRange } from '../../database/pages.ts';
import type { LinksTable } from '../../database/tables/links.ts';
import { countRows } from '../../database/row-counts.ts';
import { type Onlooker, versionsVisibleTo } from '../projects/access.ts';
import { LINK_COLUMNS } from './row.ts';

export function listLinks(db: Database, versionId: number) {
  return db
    .selectFrom('links')
    .select(LINK_COLUMNS)
    .where('version_id', '=', versionId)
    .orderBy('position')
    .execute();
}

/** Matches links with this text in the title or the host; an empty text matches all. */
function linksFoundBy(db: Database, user: Onlooker, search: string) {
  const key = searchKey(search).replaceAll(/[\\%_]/g, String.raw`\$&`);
  return versionsVisibleTo(db, user)
    .innerJoin('links', 'links.version_id', 'versions.id')
    .$if(search !== '', (query) =>
      query.where(sql<SqlBool>`links.search_key like ${`%${key}%`} escape '\\'`),
    );
}

export function listVisibleLinks(db: Database, user: Onlooker, { limit, offset }: PageRange, search: string) {
  return linksFoundBy(db, user, search)
    .select([...LINK_COLUMNS, 'versions.project_id'])
    .orderBy('links.version_id')
    .orderBy('links.position')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countVisibleLinks(db: Database, user: Onlooker, search: string): Promise<number> {
  return countRows(linksFoundBy(db, user, search));
}

export function countLinks(db: Database, versionId: number): Promise<number> {
  return countRows(db.selectFrom('links').where('version_id', '=', versionId));
}

export function findLink(db: Database, id: number) {
  return db.selectFrom('links').select(LINK_COLUMNS).where('id', '=', id).executeTakeFirst();
}

export function insertLink(db: Database, link: Insertable<LinksTable>) {
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
