import type { Kysely } from 'kysely';

/** How many events of a day an old one stands for; null for a single one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('events').addColumn('amount', 'integer').execute();
}
