import type { Kysely } from 'kysely';

/** Keeps devices known but gives each a new id at its next login, since an old id may have come from the browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('known_devices')
    .addColumn('is_trusted', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  await db.schema
    .alterTable('social_accounts')
    .addColumn('pending_address_id', 'integer', (c) => c.references('email_addresses.id').onDelete('cascade'))
    .execute();
  await db.schema
    .createIndex('social_accounts_pending_address')
    .on('social_accounts')
    .column('pending_address_id')
    .execute();
}
