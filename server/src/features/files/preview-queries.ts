import type { Database } from '../../database/connect.ts';
import { changesRow } from '../../database/row-counts.ts';

/** False when the file was deleted meanwhile. */
export async function updatePreview(
  db: Database,
  id: number,
  preview: { preview_key: string | null; preview_bytes: number | null; preview_percent: number | null },
): Promise<boolean> {
  return changesRow(db.updateTable('files').set(preview).where('id', '=', id));
}

/** More waiting previews of one freelancer are not looked at at once. */
const MOST_WAITING = 1000;

/** Files of a freelancer whose previews wait or are being made. */
export async function listWaitingPreviews(db: Database, ownerId: number): Promise<number[]> {
  const files = await db
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('preview_percent', 'is not', null)
    .orderBy('id')
    .limit(MOST_WAITING)
    .execute();
  return files.map(({ id }) => id);
}
