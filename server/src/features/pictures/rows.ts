import type { Database } from '../../database/connect.ts';

export async function listPictureKeys(
  db: Database,
  of: 'project_id' | 'milestone_id' | 'version_id',
  id: number,
): Promise<string[]> {
  const rows = await db.selectFrom('pictures').select('storage_key').where(of, '=', id).execute();
  return rows.map((row) => row.storage_key);
}
