import type { Kysely } from 'kysely';

/**
 * One address may be verified in several accounts: a client has one with each freelancer (specification 3.4). That is decided
 * under the lock of the address, which holds writers of the release before as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('email_addresses_verified').execute();
}
