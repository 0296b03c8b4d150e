import type { Kysely } from 'kysely';

/** The network that a new free account was signed up from, whose turns it shares. That of older ones is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('signup_network', 'text').execute();
}
