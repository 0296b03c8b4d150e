import { onlyProject } from '../../../current/current-work.ts';
import type { Database } from '../../../database/connect.ts';
import { defineStatement } from '../../../database/statement.ts';
import { changesRow, countRows, givesRow } from '../../../database/row-counts.ts';

export type NewUpload = {
  id: string;
  owner_id: number;
  version_id: number | null;
  kind: 'multipart' | 'resumable' | 'import';
  name: string;
  storage_key: string;
  size_bytes: number;
  length_bytes: number | null;
  modified_at: string | null;
  section_id: number | null;
  created_at: string;
  expires_at: string;
};

const uploadInsertion = defineStatement({
  variants: {},
  build: (db, at: NewUpload) =>
    db.insertInto('uploads').values({
      id: at.id,
      owner_id: at.owner_id,
      version_id: at.version_id,
      kind: at.kind,
      name: at.name,
      storage_key: at.storage_key,
      size_bytes: at.size_bytes,
      length_bytes: at.length_bytes,
      modified_at: at.modified_at,
      section_id: at.section_id,
      created_at: at.created_at,
      expires_at: at.expires_at,
      state: 'receiving',
      file_id: null,
    }),
});

export async function insertUpload(db: Database, upload: NewUpload): Promise<void> {
  await uploadInsertion.run(db, upload);
}

export async function updateReservedBytes(db: Database, id: string, sizeBytes: number): Promise<void> {
  await db.updateTable('uploads').set({ size_bytes: sizeBytes }).where('id', '=', id).execute();
}

/** Stores the offset or expiry of an upload; returns false when the upload is gone. */
export async function updateUploadProgress(
  db: Database,
  id: string,
  progress: { synced_bytes?: number; expires_at?: string },
): Promise<boolean> {
  return changesRow(
    db.updateTable('uploads').set(progress).where('id', '=', id).where('state', '=', 'receiving'),
  );
}

/** Frees the space at once and leaves the bytes under the key to the sweeper. */
export async function leaveToSweeper(db: Database, id: string, now: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: 'sweeping', size_bytes: 0, expires_at: now })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute();
}

export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

const uploadEnd = defineStatement({
  variants: {},
  build: (db, at: { id: string; fileId: number; expiresAt: string }) =>
    db
      .updateTable('uploads')
      .set({ state: 'finished', size_bytes: 0, file_id: at.fileId, expires_at: at.expiresAt })
      .where('id', '=', at.id)
      .where('state', '=', 'receiving')
      .returning('id'),
});

/** Ends a reservation that became a file; returns false when the sweeper or another request was first. */
export async function finishUpload(
  db: Database,
  id: string,
  fileId: number,
  expiresAt: string,
): Promise<boolean> {
  const finished = await uploadEnd.run(db, { id, fileId, expiresAt });
  return finished.length > 0;
}

/** Claims an expired reservation, so that no request finishes it meanwhile; false when it is not expired. */
export async function claimForSweep(db: Database, id: string, now: string): Promise<boolean> {
  return changesRow(
    db
      .updateTable('uploads')
      .set({ state: 'sweeping' })
      .where('id', '=', id)
      .where('expires_at', '<=', now)
      .where('state', '!=', 'finished'),
  );
}

export function listExpiredUploads(db: Database, now: string, limit: number) {
  return db
    .selectFrom('uploads')
    .select(['id', 'storage_key', 'state'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

export async function isUploading(db: Database, storageKey: string): Promise<boolean> {
  return givesRow(db.selectFrom('uploads').select('id').where('storage_key', '=', storageKey));
}

/** Returns a creator's upload, also a finished one, unless its version is gone. A token of one project sees only that one's. */
export function findUpload(db: Database, ownerId: number, id: string) {
  const only = onlyProject();
  return db
    .selectFrom('uploads')
    .leftJoin('versions', 'versions.id', 'uploads.version_id')
    .leftJoin('imports', 'imports.id', 'uploads.id')
    .select([
      'uploads.id',
      'uploads.kind',
      'imports.state as import_state',
      'uploads.owner_id',
      'uploads.version_id',
      'uploads.name',
      'uploads.storage_key',
      'uploads.length_bytes',
      'uploads.modified_at',
      'uploads.section_id',
      'uploads.synced_bytes',
      'uploads.state',
      'uploads.file_id',
      'uploads.expires_at',
    ])
    .where('uploads.id', '=', id)
    .where('uploads.owner_id', '=', ownerId)
    .$if(only !== null, (query) => query.where('versions.project_id', '=', only))
    .where((e) =>
      e.or([
        e('uploads.kind', '=', 'import'),
        e('uploads.kind', '=', 'resumable').and('versions.id', 'is not', null),
      ]),
    )
    .executeTakeFirst();
}

/** Returns an unfinished resumable upload of any user, also when its version is gone. */
export function findOpenUpload(db: Database, id: string) {
  return db
    .selectFrom('uploads')
    .select('storage_key')
    .where('id', '=', id)
    .where('kind', 'in', ['resumable', 'import'])
    .where('state', '!=', 'finished')
    .executeTakeFirst();
}

export async function countOpenUploads(db: Database, ownerId: number): Promise<number> {
  return countRows(
    db
      .selectFrom('uploads')
      .innerJoin('versions', 'versions.id', 'uploads.version_id')
      .where('uploads.owner_id', '=', ownerId)
      .where('uploads.kind', '=', 'resumable')
      .where('uploads.state', '=', 'receiving'),
  );
}

export async function hasOpenImport(db: Database, ownerId: number): Promise<boolean> {
  return givesRow(
    db
      .selectFrom('uploads')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('kind', '=', 'import')
      .where('state', '=', 'receiving'),
  );
}
