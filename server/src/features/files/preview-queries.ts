import type { Database } from '../../database/connect.ts';
import { changesRow, countRows } from '../../database/row-counts.ts';

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
