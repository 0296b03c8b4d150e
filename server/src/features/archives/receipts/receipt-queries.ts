import type { Database } from '../../../database/connect.ts';

export function listReceipts(db: Database, projectId: number) {
  return db
    .selectFrom('brought_receipts')
    .select(['number', 'size_bytes', 'sha256', 'brought_at'])
    .where('project_id', '=', projectId)
    .orderBy('number')
    .execute();
}

export function findReceipt(db: Database, projectId: number, number: number) {
  return db
    .selectFrom('brought_receipts')
    .select(['storage_key', 'size_bytes', 'sha256'])
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .executeTakeFirst();
}
