import type { Database } from '../../database/connect.ts';
import { changesRow } from '../../database/row-counts.ts';

/** Sets columns of a preview; returns false when the file was deleted meanwhile. */
export async function updatePreview(
  db: Database,
  id: number,
  preview: { preview_key: string | null; preview_bytes: number | null; preview_percent: number | null },
): Promise<boolean> {
  return changesRow(db.updateTable('files').set(preview).where('id', '=', id));
}
