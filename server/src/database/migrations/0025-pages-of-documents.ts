import type { Kysely } from 'kysely';

/** How many pages a pdf has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('files').addColumn('pages', 'integer').execute();
}
