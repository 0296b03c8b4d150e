import type { Kysely } from 'kysely';

/** Adds an upload's section without a reference: one deleted meanwhile leaves the file in the version (specification 6.3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('section_id', 'integer').execute();
}
