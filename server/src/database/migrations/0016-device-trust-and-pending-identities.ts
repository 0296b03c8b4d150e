import type { Kysely } from 'kysely';

/**
 * Devices of before are known, so that nobody is told about them anew, but their ids may have been brought by the
 * browser: each gets a new one with its next login.
 */
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
