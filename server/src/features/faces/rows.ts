import type { Face } from '@vitrin/shared/contract/faces.ts';
import type { Database } from '../../database/connect.ts';
import { FACE_COLUMNS, type FaceRow, toFace } from './row.ts';

export function findFaceRow(db: Database, ownerId: number): Promise<FaceRow | undefined> {
  return db
    .selectFrom('users')
    .leftJoin('faces', 'faces.owner_id', 'users.id')
    .select(['users.username', 'users.display_name', ...FACE_COLUMNS])
    .where('users.id', '=', ownerId)
    .executeTakeFirst();
}

/** Returns the face that a freelancer's customers see; null without a face or a freelancer. */
export async function readFace(db: Database, ownerId: number | null, token?: string): Promise<Face | null> {
  const row = ownerId === null ? undefined : await findFaceRow(db, ownerId);
  return row ? toFace(row, token) : null;
}
