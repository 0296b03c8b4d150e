import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { FileSize } from '@vitrin/shared/contract/zips.ts';
import { searchKey } from '@vitrin/shared/rules/texts/names.ts';
import { ROLES, type Role, rightsOf } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import type { PageRange } from '../../database/pages.ts';
import { PAGE_ROWS } from '../../database/pages.ts';
import { defineStatement } from '../../database/statement.ts';
import { countRows, givesRow } from '../../database/row-counts.ts';
import { type Onlooker, versionsVisibleTo } from '../projects/access.ts';
import { DERIVED_COLUMNS, FILE_COLUMNS } from './row.ts';
import { isLater, OBJECT_KEYS } from './rows.ts';

type Asker = { id: number; role: Role; now: string };

function filesVisibleTo(db: Database, user: Onlooker) {
  return versionsVisibleTo(db, user).innerJoin('files', 'files.version_id', 'versions.id');
}

/** Matches files with this text in a caption; an empty text matches all files. */
function filesFoundBy(db: Database, user: Onlooker, search: string) {
  const key = searchKey(search).replaceAll(/[\\%_]/g, String.raw`\$&`);
  return filesVisibleTo(db, user).$if(search !== '', (query) =>
    query
      .where('files.caption_key', '<>', sql.lit(''))
      .where(sql<SqlBool>`files.caption_key like ${`%${key}%`} escape '\\'`),
  );
}

export function listVisibleFiles(db: Database, user: Onlooker, { limit, offset }: PageRange, search: string) {
  return filesFoundBy(db, user, search)
    .select([...FILE_COLUMNS, 'versions.project_id'])
    .orderBy('files.version_id')
    .orderBy('files.position')
    .orderBy('files.created_at')
    .orderBy('files.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countVisibleFiles(db: Database, user: Onlooker, search: string): Promise<number> {
  return countRows(filesFoundBy(db, user, search));
}

const visibleFile = defineStatement({
  variants: { role: ROLES },
  build: (db, at: { userId: number; role: Role; now: string; id: number }) =>
    filesVisibleTo(db, { id: at.userId, now: at.now, ...rightsOf(at.role) })
      .select([
        'files.id',
        'files.name',
        'files.size_bytes',
        'files.media_type',
        'files.storage_key',
        'files.thumbnail_key',
        'files.thumbnail_medium_key',
        'files.thumbnail_large_key',
        'files.thumbnail_bytes',
        'files.thumbnail_medium_bytes',
        'files.thumbnail_large_bytes',
        'files.whole_key',
        'files.whole_bytes',
        'files.preview_key',
        'files.preview_bytes',
        'files.web_key',
        'files.web_bytes',
        'files.web_type',
        'files.width',
        'files.height',
        'files.pages',
        'files.duration_ms',
        'files.is_derived_away',
        'files.version_id',
        'versions.project_id',
        'versions.ready_at',
        'projects.owner_id',
        'projects.customer_id',
      ])
      .where('files.id', '=', at.id),
});

/** Returns a file with the columns for serving and deleting it, if the user may see it. */
export async function findVisibleFile(db: Database, { id: userId, role, now }: Asker, id: number) {
  const [file] = await visibleFile.run(db, { userId, role, now, id });
  return file;
}

const filesOfProject = defineStatement({
  variants: {},
  build: (db, at: { projectId: number }) =>
    db
      .selectFrom('file_sums')
      .select(({ fn }) => fn.sum<number | null>('files').as('count'))
      .where('project_id', '=', at.projectId),
});

/** Counts the files in all versions of a project without reading the versions. */
export async function countFiles(db: Database, projectId: number): Promise<number> {
  const [row] = await filesOfProject.run(db, { projectId });
  return row?.count ?? 0;
}

export type NewFile = {
  version_id: number;
  owner_id: number;
  section_id: number | null;
  name: string;
  storage_key: string;
  size_bytes: number;
  sha256: string | null;
  crc32: number | null;
  media_type: string;
  /** 0 when pages are going to be made, as of an office document; otherwise null. */
  preview_percent: number | null;
  /** Pixels according to the first bytes; the drawn picture corrects them. */
  width: number | null;
  height: number | null;
  modified_at: string | null;
  created_at: string;
};

const NO_THUMBNAILS = {
  thumbnail_key: null,
  thumbnail_large_key: null,
  thumbnail_bytes: null,
  thumbnail_large_bytes: null,
};

const fileInsertion = defineStatement({
  variants: {},
  build: (db, at: NewFile) =>
    db
      .insertInto('files')
      .values({
        version_id: at.version_id,
        owner_id: at.owner_id,
        section_id: at.section_id,
        name: at.name,
        storage_key: at.storage_key,
        size_bytes: at.size_bytes,
        sha256: at.sha256,
        crc32: at.crc32,
        media_type: at.media_type,
        preview_percent: at.preview_percent,
        width: at.width,
        height: at.height,
        modified_at: at.modified_at,
        created_at: at.created_at,
        ...NO_THUMBNAILS,
      })
      .returning(FILE_COLUMNS),
});

export async function insertFile(db: Database, file: NewFile) {
  const [row] = await fileInsertion.run(db, file);
  if (!row) throw new Error('A new file was not written');
  return row;
}

/** Deletes the row and returns the keys of its objects; undefined when it was deleted before. */
export function deleteFileRow(db: Database, id: number) {
  return db.deleteFrom('files').where('id', '=', id).returning(OBJECT_KEYS).executeTakeFirstOrThrow();
}

export function getFile(db: Database, id: number) {
  return db.selectFrom('files').select(FILE_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow();
}

export function listFilesById(db: Database, versionId: number, ids: readonly number[]) {
  return db
    .selectFrom('files')
    .select(FILE_COLUMNS)
    .where('version_id', '=', versionId)
    .where('id', 'in', ids)
    .execute();
}

export async function updateColumnsOf(
  db: Database,
  ids: readonly number[],
  changes: FileChanges,
): Promise<void> {
  await db.updateTable('files').set(changes).where('id', 'in', ids).execute();
}

export async function updateFileName(db: Database, id: number, name: string): Promise<void> {
  await db.updateTable('files').set({ name }).where('id', '=', id).execute();
}

export type FileChanges = Partial<Record<'name' | 'caption' | 'caption_key' | 'alt', string>> & {
  section_id?: number | null;
};

/** Sets columns of a file; returns false when it has all of these values already. */
export async function updateColumns(
  db: Database,
  { id }: { id: number },
  changes: FileChanges,
): Promise<boolean> {
  const given = Object.entries(changes) as [keyof FileChanges, string | number | null][];
  if (given.length === 0) return false;
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set(changes)
    .where('id', '=', id)
    .where((e) => e.or(given.map(([column, value]) => e(column, 'is distinct from', value))))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function findStoredFile(db: Database, id: number) {
  return db
    .selectFrom('files')
    .select([
      'id',
      'owner_id',
      'name',
      'storage_key',
      'size_bytes',
      'media_type',
      'duration_ms',
      'preview_key',
      'preview_percent',
      'derived_round',
      'is_derived_away',
      'width',
      'height',
      'web_bytes',
      'web_type',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function namesObject(db: Database, id: number, key: string): Promise<boolean> {
  return givesRow(
    db
      .selectFrom('files')
      .select('id')
      .where('id', '=', id)
      .where((e) =>
        e.or([
          e('storage_key', '=', key),
          ...Object.values(DERIVED_COLUMNS).map(([column, bytes]) =>
            e(column, '=', key).and(bytes, 'is not', null),
          ),
        ]),
      ),
  );
}

export function findUnsummed(db: Database, id: number) {
  return db
    .selectFrom('files')
    .innerJoin('versions', 'versions.id', 'files.version_id')
    .select('versions.project_id')
    .where('files.id', '=', id)
    .where('files.sha256', 'is', null)
    .executeTakeFirst();
}

export async function updateChecksums(
  db: Database,
  id: number,
  { sha256, crc32 }: { sha256: string; crc32: number },
): Promise<void> {
  await db.updateTable('files').set({ sha256, crc32 }).where('id', '=', id).execute();
}

export function findVisibleVersion(db: Database, user: Onlooker, versionId: number) {
  return versionsVisibleTo(db, user)
    .select([
      'versions.id',
      'versions.version_number',
      'versions.project_id',
      'projects.name',
      'projects.owner_id',
    ])
    .where('versions.id', '=', versionId)
    .executeTakeFirst();
}

export function sectionName(e: ExpressionBuilder<Schema, 'files'>) {
  return e
    .selectFrom('sections')
    .select('sections.name')
    .whereRef('sections.id', '=', sql.ref('files.section_id'))
    .as('section');
}

const WEB_COLUMNS = [
  'media_type',
  'width',
  'height',
  'web_key',
  'web_bytes',
  'web_crc32',
  'web_type',
] as const;

/** Selection of a version's files: those with these `ids`, or all; `size` is `web` for the web size. */
export type ZipWanted = {
  versionId: number;
  ids?: readonly number[] | undefined;
  size?: FileSize | undefined;
};

export function listZipFilesAfter(
  db: Database,
  { versionId, ids, size }: ZipWanted,
  after?: { position: number; created_at: string; id: number },
) {
  return db
    .selectFrom('files')
    .select(['id', 'name', 'storage_key', 'size_bytes', 'crc32', 'position', 'modified_at', 'created_at'])
    .select((e) => ['section_id', sectionName(e)])
    .$if(size === 'web', (query) => query.select(WEB_COLUMNS))
    .where('version_id', '=', versionId)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .$if(after !== undefined, (query) => query.where(isLater(after)))
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(PAGE_ROWS))
    .execute();
}

export async function listNamedKeys(db: Database): Promise<(string | null)[]> {
  const uploads = await db.selectFrom('uploads').select('storage_key').execute();
  const files = await db.selectFrom('files').select(OBJECT_KEYS).execute();
  const pictures = await db.selectFrom('pictures').select('storage_key').execute();
  const logos = await db.selectFrom('faces').select('logo_key').execute();
  const imported = await db.selectFrom('import_entries').select('storage_key').execute();
  const receipts = await db.selectFrom('brought_receipts').select('storage_key').execute();
  const exported = await db.selectFrom('exports').select('object_key').execute();
  return [
    ...logos.map((row) => row.logo_key),
    ...exported.map((row) => row.object_key),
    ...[...imported, ...receipts].map((row) => row.storage_key),
    ...uploads.map((row) => row.storage_key),
    ...pictures.map((row) => row.storage_key),
    ...files.flatMap((row) => Object.values(row)),
  ];
}

/** Returns those of these objects that an export holds while its download may go on. */
export async function listHeldKeys(db: Database, keys: readonly string[], now: string): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('export_entries')
    .innerJoin('exports', 'exports.id', 'export_entries.export_id')
    .select('export_entries.storage_key')
    .where('export_entries.storage_key', 'in', keys)
    .where('exports.expires_at', '>', now)
    .execute();
  return new Set(rows.map((row) => row.storage_key));
}

export async function listDeletionPayloads(db: Database): Promise<string[]> {
  const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', 'delete-objects').execute();
  return jobs.map((row) => row.payload);
}

/** Returns true while a signed-in session is valid; a session never changes its user and is deleted with the user. */
export async function isSessionAlive(db: Database, sessionId: number, now: string): Promise<boolean> {
  return givesRow(
    db.selectFrom('sessions').select('id').where('id', '=', sessionId).where('expires_at', '>', now),
  );
}

export async function isTokenAlive(db: Database, tokenId: number, now: string): Promise<boolean> {
  return givesRow(
    db.selectFrom('tokens').select('id').where('id', '=', tokenId).where('expires_at', '>', now),
  );
}
