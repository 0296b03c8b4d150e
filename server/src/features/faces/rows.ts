import type { Face } from '@vitrin/shared/contract/faces.ts';
import type { Database } from '../../database/connect.ts';
import { FACE_COLUMNS, type FaceRow, toFace } from './row.ts';

/** A freelancer with their face; undefined when there is no such user. */
export function findFaceRow(db: Database, ownerId: number): Promise<FaceRow | undefined> {
  return db
    .selectFrom('users')
    .leftJoin('faces', 'faces.owner_id', 'users.id')
    .select(['users.username', 'users.display_name', ...FACE_COLUMNS])
    .where('users.id', '=', ownerId)
    .executeTakeFirst();
}

/** Reads the face that a freelancer's customers see; null where the freelancer has chosen nothing, or where there is none. */
export async function readFace(db: Database, ownerId: number | null, token?: string): Promise<Face | null> {
  const row = ownerId === null ? undefined : await findFaceRow(db, ownerId);
  return row ? toFace(row, token) : null;
}
