import { type Insertable, sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { Schema } from '../../database/schema.ts';
import { changesRow, givesRow } from '../../database/row-counts.ts';
import { PICTURE_COLUMNS, type PictureRow, type TextParent } from './row.ts';

export async function insertPicture(db: Database, picture: Insertable<Schema['pictures']>): Promise<number> {
  const { id } = await db.insertInto('pictures').values(picture).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Marks a picture's bytes as stored; false when its row was swept meanwhile. */
export async function markStored(db: Database, id: number, expiresAt: string): Promise<boolean> {
  return changesRow(
    db.updateTable('pictures').set({ is_stored: true, expires_at: expiresAt }).where('id', '=', id),
  );
}

export async function listOwnPictures(
  db: Database,
  ownerId: number,
  ids: readonly number[],
): Promise<PictureRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('pictures')
    .select(PICTURE_COLUMNS)
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .where('is_stored', '=', true)
    .execute();
}

/** A freelancer's own picture, whether a text has claimed it or not. */
export function findPictureOf(db: Database, ownerId: number, id: number) {
  return db
    .selectFrom('pictures')
    .select(PICTURE_COLUMNS)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('is_stored', '=', true)
    .executeTakeFirst();
}

/** Claims unclaimed pictures, or those of this text already, for a text; returns how many. */
export async function claim(
  db: Database,
  ownerId: number,
  ids: readonly number[],
  parent: TextParent,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('pictures')
    .set({ ...parent, expires_at: null })
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .where('is_stored', '=', true)
    .where((e) => e.or([e('project_id', 'is', null), isIn(parent)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes the other pictures of a text; returns the keys of their objects. */
export async function deleteOthers(
  db: Database,
  parent: TextParent,
  kept: readonly number[],
): Promise<string[]> {
  const rows = await db
    .deleteFrom('pictures')
    .where(isIn(parent))
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .returning('storage_key')
    .execute();
  return rows.map((row) => row.storage_key);
}

/** Deletes those of these pictures that no text has claimed; returns the keys of their objects. */
export async function deleteUnclaimed(db: Database, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('pictures')
    .where('id', 'in', ids)
    .where('project_id', 'is', null)
    .returning('storage_key')
    .execute();
  return rows.map((row) => row.storage_key);
}

/** Deletes at most `limit` expired pictures, none of which is claimed; returns the keys of their objects. */
export async function deleteExpired(db: Database, now: string, limit: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('pictures')
    .where('id', 'in', (e) =>
      e.selectFrom('pictures').select('id').where('expires_at', '<=', now).limit(limit),
    )
    .returning('storage_key')
    .execute();
  return rows.map((row) => row.storage_key);
}

export async function pictureExists(db: Database, id: number): Promise<boolean> {
  return givesRow(db.selectFrom('pictures').select('id').where('id', '=', id));
}

export function listTextsWithBytes(
  db: Database,
  table: 'projects' | 'milestones' | 'versions',
  { after, limit }: { after: number; limit: number },
) {
  const project = sql.ref<number>(table === 'projects' ? 'texts.id' : 'texts.project_id');
  return db
    .selectFrom(sql<{ id: number; description: string }>`${sql.table(table)}`.as('texts'))
    .innerJoin('projects', (join) => join.on('projects.id', '=', project))
    .select(['texts.id', 'projects.id as project_id', 'projects.owner_id', 'texts.description'])
    .where('texts.id', '>', after)
    .where('texts.description', 'like', '%src="data:image/%')
    .orderBy('texts.id')
    .limit(limit)
    .execute();
}

function isIn({ project_id, milestone_id, version_id }: TextParent) {
  const same = (column: string, id: number | null) =>
    id === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${id}`;
  return sql<boolean>`(${sql.join(
    [same('project_id', project_id), same('milestone_id', milestone_id), same('version_id', version_id)],
    sql` and `,
  )})`;
}
