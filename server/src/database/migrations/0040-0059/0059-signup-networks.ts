import type { Kysely } from 'kysely';

/** Network that a new free account was signed up from and shares its turns with; null for older accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('signup_network', 'text').execute();
}
