import { type Insertable, sql, type SqlBool, type Updateable } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { Schema } from '../../database/schema.ts';
import { changesRow, countRows, givesRow } from '../../database/row-counts.ts';
import { type Onlooker, type PartsScope, versionsVisibleTo } from '../projects/access.ts';
import { fileSums } from '../files/row-sums.ts';
import { VERSION_COLUMNS } from './row.ts';

export function listVersions(db: Database, user: Onlooker, scope: PartsScope) {
  return versionsIn(db, user, scope).select(VERSION_COLUMNS).select(fileSums(db)).execute();
}

/** Returns ids and text sizes in the order of listVersions. */
export function listVersionKeys(db: Database, user: Onlooker, scope: PartsScope) {
  return versionsIn(db, user, scope).select(['versions.id', 'versions.text_bytes']).execute();
}

function versionsIn(db: Database, user: Onlooker, { projectId, range, since }: PartsScope) {
  return versionsVisibleTo(db, user)
    .$if(projectId !== undefined, (query) => query.where('projects.id', '=', projectId ?? 0))
    .$if(since !== undefined, (query) => query.where(isChangedSince(since ?? '', user)))
    .orderBy('versions.project_id')
    .orderBy('versions.created_at')
    .orderBy('versions.id')
    .$if(range !== undefined, (query) => query.limit(range?.limit ?? 0).offset(range?.offset ?? 0));
}

/** True for a version that was edited at a time or later, or became visible to its client since then. */
function isChangedSince(since: string, { now }: Onlooker) {
  return sql<SqlBool>`(versions.edited_at >= ${since} or versions.ready_at between ${since} and ${now})`;
}

/** Number of versions the user may see; with `since` of those that were changed at that time or later. */
export async function countVisibleVersions(db: Database, user: Onlooker, since?: string): Promise<number> {
  return countRows(
    versionsVisibleTo(db, user).$if(since !== undefined, (query) =>
      query.where(isChangedSince(since ?? '', user)),
    ),
  );
}

export async function countVersions(db: Database, projectId: number): Promise<number> {
  return countRows(db.selectFrom('versions').where('project_id', '=', projectId));
}

export function getVersion(db: Database, id: number) {
  return db
    .selectFrom('versions')
    .select(VERSION_COLUMNS)
    .select(fileSums(db))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export function findWithOwner(db: Database, id: number) {
  return db
    .selectFrom('versions')
    .innerJoin('projects', 'projects.id', 'versions.project_id')
    .select(['versions.ready_at', 'versions.project_id', 'projects.owner_id'])
    .where('versions.id', '=', id)
    .executeTakeFirst();
}

export async function isFileOf(db: Database, versionId: number, fileId: number): Promise<boolean> {
  return givesRow(
    db.selectFrom('files').select('id').where('id', '=', fileId).where('version_id', '=', versionId),
  );
}

export function insertVersion(db: Database, version: Insertable<Schema['versions']>) {
  return db.insertInto('versions').values(version).returning(VERSION_COLUMNS).executeTakeFirstOrThrow();
}

export async function updateVersion(db: Database, id: number, values: Updateable<Schema['versions']>) {
  await db.updateTable('versions').set(values).where('id', '=', id).execute();
}

/** Replaces a description by another form of the same text; no date moves. False when it has changed meanwhile. */
export function replaceText(db: Database, id: number, before: string, description: string) {
  return changesRow(
    db.updateTable('versions').set({ description }).where('id', '=', id).where('description', '=', before),
  );
}

/** Deletes a version; the foreign key deletes its files. */
export async function deleteVersion(db: Database, id: number): Promise<void> {
  await db.deleteFrom('versions').where('id', '=', id).execute();
}
