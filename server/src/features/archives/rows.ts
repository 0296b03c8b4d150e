import type { Database } from '../../database/connect.ts';

export async function listReceiptKeys(db: Database, projectId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('brought_receipts')
    .select('storage_key')
    .where('project_id', '=', projectId)
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}
