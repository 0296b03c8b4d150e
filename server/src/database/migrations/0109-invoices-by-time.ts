import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('invoices_created_at_id')
    .on('invoices')
    .columns(['created_at', 'id'])
    .execute();
}
