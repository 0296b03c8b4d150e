import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import { sql } from 'kysely';
import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import type { PageRange } from '../../database/pages.ts';
import { PAGE_ROWS, isAfter } from '../../database/pages.ts';
import { defineStatement } from '../../database/statement.ts';
import { changesRow, countRows, givesRow } from '../../database/row-counts.ts';
import { projectsVisibleTo } from '../projects/access.ts';
import { FILE_COLUMNS } from './row.ts';
import { OBJECT_KEYS } from './rows.ts';

type Viewer = Pick<CurrentUser, 'id' | 'isFreelancer'>;

function filesVisibleTo(db: Database, user: Viewer) {
  return projectsVisibleTo(db, user)
    .innerJoin('versions', 'versions.project_id', 'projects.id')
    .innerJoin('files', 'files.version_id', 'versions.id');
}

export function listVisibleFiles(db: Database, user: Viewer, { limit, offset }: PageRange) {
  return filesVisibleTo(db, user)
    .select(FILE_COLUMNS)
    .orderBy('files.version_id')
    .orderBy('files.position')
    .orderBy('files.created_at')
    .orderBy('files.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countVisibleFiles(db: Database, user: Viewer): Promise<number> {
  return countRows(filesVisibleTo(db, user));
}

const visibleFile = defineStatement({
  variants: { isFreelancer: [true, false] },
  build: (db, at: { userId: number; isFreelancer: boolean; id: number }) =>
    filesVisibleTo(db, { id: at.userId, isFreelancer: at.isFreelancer })
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
        'files.version_id',
        'versions.project_id',
        'projects.owner_id',
        'projects.customer_id',
      ])
      .where('files.id', '=', at.id),
});

/** A file with the columns that serving or deleting it needs, if the user may see it. */
export async function findVisibleFile(db: Database, { id: userId, isFreelancer }: Viewer, id: number) {
  const [file] = await visibleFile.run(db, { userId, isFreelancer, id });
  return file;
}

/** Number of files in all versions of a project. */
export async function countFiles(db: Database, projectId: number): Promise<number> {
  return countRows(
    db
      .selectFrom('versions')
      .innerJoin('files', 'files.version_id', 'versions.id')
      .where('versions.project_id', '=', projectId),
  );
}

export type NewFile = {
  version_id: number;
  owner_id: number;
  name: string;
  storage_key: string;
  size_bytes: number;
  sha256: string | null;
  crc32: number | null;
  media_type: string;
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
        name: at.name,
        storage_key: at.storage_key,
        size_bytes: at.size_bytes,
        sha256: at.sha256,
        crc32: at.crc32,
        media_type: at.media_type,
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

/**
 * Files after an id that lack a picture or a length: all of the drawn types have thumbnails, those that browsers do not
 * show are drawn in all their pixels besides, or have pages, and films and sounds are measured.
 */
export function listFilesToRedraw(
  db: Database,
  types: Record<'drawn' | 'drawnWhole' | 'paged' | 'measured', readonly string[]>,
  { after, limit }: { after: number; limit: number },
) {
  return db
    .selectFrom('files')
    .select('id')
    .where('id', '>', after)
    .where((where) =>
      where.or([
        where('media_type', 'in', types.drawn).and('thumbnail_medium_key', 'is', null),
        where('media_type', 'in', types.paged).and('pages', 'is', null),
        where('media_type', 'in', types.measured).and('duration_ms', 'is', null),
        where('media_type', 'in', types.drawnWhole)
          .and('whole_key', 'is', null)
          .and(
            where.or([
              where('width', '>', THUMBNAIL_PIXELS.large),
              where('height', '>', THUMBNAIL_PIXELS.large),
            ]),
          ),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function getFile(db: Database, id: number) {
  return db.selectFrom('files').select(FILE_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow();
}

export async function updateFileName(db: Database, id: number, name: string): Promise<void> {
  await db.updateTable('files').set({ name }).where('id', '=', id).execute();
}

export function findStoredFile(db: Database, id: number) {
  return db
    .selectFrom('files')
    .select(['id', 'owner_id', 'storage_key', 'size_bytes', 'media_type', 'duration_ms', 'preview_key'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateChecksums(
  db: Database,
  id: number,
  { sha256, crc32 }: { sha256: string; crc32: number },
): Promise<void> {
  await db.updateTable('files').set({ sha256, crc32 }).where('id', '=', id).execute();
}

export type Thumbnails = {
  thumbnail_key: string;
  thumbnail_bytes: number;
  thumbnail_medium_key: string;
  thumbnail_medium_bytes: number;
  thumbnail_large_key: string;
  thumbnail_large_bytes: number;
  /** Of the picture in all its pixels; null where the file itself is it, or the large one is. */
  whole_key: string | null;
  whole_bytes: number | null;
  width: number;
  height: number;
  tint: string;
  pages: number | null;
};

/** False when the file was deleted meanwhile. */
export async function updateThumbnails(db: Database, id: number, thumbnails: Thumbnails): Promise<boolean> {
  return changesRow(db.updateTable('files').set(thumbnails).where('id', '=', id));
}

/** Writes nothing where the file was deleted meanwhile. */
export async function updateDuration(db: Database, id: number, milliseconds: number): Promise<void> {
  await db.updateTable('files').set({ duration_ms: milliseconds }).where('id', '=', id).execute();
}

/** False when the file was deleted meanwhile. */
export async function updatePreview(
  db: Database,
  id: number,
  preview: { preview_key: string | null; preview_bytes: number | null; preview_percent: number | null },
): Promise<boolean> {
  return changesRow(db.updateTable('files').set(preview).where('id', '=', id));
}

/** How many previews of a freelancer's files wait or are being made. */
export function countWaitingPreviews(db: Database, ownerId: number): Promise<number> {
  return countRows(
    db.selectFrom('files').where('owner_id', '=', ownerId).where('preview_percent', 'is not', null),
  );
}

/** A version with the names of its project and number, if the user may see it. */
export function findVisibleVersion(db: Database, user: Viewer, versionId: number) {
  return projectsVisibleTo(db, user)
    .innerJoin('versions', 'versions.project_id', 'projects.id')
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

/** One page of the files of a version's archive, in their order; of those with these ids, where some are given. */
export function listZipFilesAfter(
  db: Database,
  { versionId, ids }: { versionId: number; ids: readonly number[] | undefined },
  after?: { position: number; created_at: string; id: number },
) {
  return db
    .selectFrom('files')
    .select(['id', 'name', 'storage_key', 'size_bytes', 'crc32', 'position', 'created_at'])
    .where('version_id', '=', versionId)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .$if(after !== undefined, (query) =>
      query.where(
        isAfter(
          ['position', 'created_at', 'id'],
          [after?.position ?? 0, after?.created_at ?? '', after?.id ?? 0],
        ),
      ),
    )
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(PAGE_ROWS))
    .execute();
}

/** Every key under which bytes of files, thumbnails, pictures and uploads may be stored. */
export async function listNamedKeys(db: Database): Promise<(string | null)[]> {
  const uploads = await db.selectFrom('uploads').select('storage_key').execute();
  const files = await db.selectFrom('files').select(OBJECT_KEYS).execute();
  const pictures = await db.selectFrom('pictures').select('storage_key').execute();
  return [
    ...uploads.map((row) => row.storage_key),
    ...pictures.map((row) => row.storage_key),
    ...files.flatMap((row) => Object.values(row)),
  ];
}

/** Payloads of the waiting jobs that delete objects whose rows are gone. */
export async function listDeletionPayloads(db: Database): Promise<string[]> {
  const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', 'delete-objects').execute();
  return jobs.map((row) => row.payload);
}

/** Whether a signed-in session still lives; a session never changes its user and is deleted with the user. */
export async function isSessionAlive(db: Database, sessionId: number, now: string): Promise<boolean> {
  return givesRow(
    db.selectFrom('sessions').select('id').where('id', '=', sessionId).where('expires_at', '>', now),
  );
}
