import { sql } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { changesRow, countRows } from '../../../database/row-counts.ts';
import type { ImportMarksTable, ImportsTable } from '../../../database/tables/imports.ts';

export function findImport(db: Database, id: string) {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export function listImports(db: Database, ownerId: number, limit: number) {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where((e) => e.or([e('state', '!=', 'refused'), e('problem', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function insertImport(
  db: Database,
  { id, owner_id, created_at }: Pick<ImportsTable, 'id' | 'owner_id' | 'created_at'>,
): Promise<void> {
  await db
    .insertInto('imports')
    .values({ id, owner_id, created_at, state: 'checking', total_bytes: 0, done_bytes: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** False when it is gone or not in that state any more. */
export async function updateImport(
  db: Database,
  id: string,
  from: readonly ImportsTable['state'][],
  values: Partial<Omit<ImportsTable, 'id' | 'owner_id' | 'created_at'>>,
): Promise<boolean> {
  return changesRow(db.updateTable('imports').set(values).where('id', '=', id).where('state', 'in', from));
}

export async function findEarlierImport(
  db: Database,
  ownerId: number,
  archive: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('imports')
    .select('ended_at')
    .where('owner_id', '=', ownerId)
    .where('archive', '=', archive)
    .where('state', '=', 'done')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.ended_at ?? undefined;
}

/** The upload of an archive, complete or not, which holds its space. */
export function findArchiveUpload(db: Database, id: string) {
  return db
    .selectFrom('uploads')
    .select(['id', 'owner_id', 'storage_key', 'length_bytes', 'size_bytes'])
    .where('id', '=', id)
    .where('kind', '=', 'import')
    .where('state', '=', 'receiving')
    .executeTakeFirst();
}

export type ArchiveUpload = NonNullable<Awaited<ReturnType<typeof findArchiveUpload>>>;

export function findOpenUpload(db: Database, ownerId: number) {
  return db
    .selectFrom('uploads')
    .leftJoin('imports', 'imports.id', 'uploads.id')
    .select([
      'uploads.id',
      'uploads.name',
      'uploads.length_bytes',
      'uploads.synced_bytes',
      'uploads.created_at',
    ])
    .where('uploads.owner_id', '=', ownerId)
    .where('uploads.kind', '=', 'import')
    .where('uploads.state', '=', 'receiving')
    .where('imports.id', 'is', null)
    .executeTakeFirst();
}

export async function updateArchiveUpload(
  db: Database,
  id: string,
  values: { size_bytes?: number; expires_at?: string },
): Promise<void> {
  await db.updateTable('uploads').set(values).where('id', '=', id).execute();
}

export async function deleteArchiveUpload(db: Database, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('kind', '=', 'import')
    .returning('storage_key')
    .executeTakeFirst();
  return row?.storage_key;
}

/** Lists unfinished imports without an archive any more: they were not confirmed in time. */
export function listAbandoned(db: Database, limit: number) {
  return db
    .selectFrom('imports')
    .leftJoin('uploads', 'uploads.id', 'imports.id')
    .select('imports.id')
    .where('imports.state', 'in', ['checking', 'ready', 'bringing'])
    .where('uploads.id', 'is', null)
    .limit(limit)
    .execute();
}

export function listHanging(db: Database, limit: number) {
  return db
    .selectFrom('imports')
    .select('imports.id')
    .where('imports.state', 'in', ['checking', 'bringing'])
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('jobs')
            .select('jobs.id')
            .where('jobs.kind', 'in', ['check-import', 'bring-import'])
            .where('jobs.gave_up_at', 'is', null)
            .where('jobs.payload', '=', sql<string>`'{"import_id":"' || imports.id || '"}'`),
        ),
      ),
    )
    .limit(limit)
    .execute();
}

export async function listMarks(
  db: Database,
  importId: string,
  kind: ImportMarksTable['kind'],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('import_marks')
    .select(['old_id', 'new_id'])
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map(({ old_id, new_id }) => [old_id, new_id]));
}

/** Usernames of the customers that an import has created, by the ids that they had in the archive. */
export async function listImportedNames(db: Database, importId: string): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('import_marks')
    .innerJoin('users', 'users.id', 'import_marks.new_id')
    .select(['import_marks.old_id', 'users.username'])
    .where('import_id', '=', importId)
    .where('kind', '=', 'customer')
    .execute();
  return new Map(rows.map(({ old_id, username }) => [old_id, username]));
}

export async function insertMark(db: Database, mark: ImportMarksTable): Promise<void> {
  await db.insertInto('import_marks').values(mark).execute();
}

export function countProjects(db: Database, ownerId: number): Promise<number> {
  return countRows(db.selectFrom('projects').where('owner_id', '=', ownerId));
}

export function countCustomers(db: Database, ownerId: number): Promise<number> {
  return countRows(db.selectFrom('users').where('owner_id', '=', ownerId).where('client_id', 'is', null));
}

export function countOrigins(db: Database, ownerId: number): Promise<number> {
  return countRows(db.selectFrom('origins').where('owner_id', '=', ownerId));
}

export function findFreelancer(db: Database, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'language', 'display_name'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function sumTextBytes(db: Database, ownerId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('projects')
    .select(({ fn }) => fn.sum<number | null>('text_bytes').as('bytes'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}
