import type { Kysely } from 'kysely';

/** Lists of the owner read the invoices of a month, in their order (specification 7.17). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('invoices_created_at_id')
    .on('invoices')
    .columns(['created_at', 'id'])
    .execute();
}
