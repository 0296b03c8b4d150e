import type { Kysely } from 'kysely';

/** Allows one address in several accounts, one per freelancer (specification 3.4), decided under its lock, as in earlier releases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('email_addresses_verified').execute();
}
