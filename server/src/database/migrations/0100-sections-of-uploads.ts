import type { Kysely } from 'kysely';

/** No reference: a section deleted meanwhile leaves the file in the version (specification 6.3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('section_id', 'integer').execute();
}
