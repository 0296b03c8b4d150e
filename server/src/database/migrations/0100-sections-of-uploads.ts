import type { Kysely } from 'kysely';

/**
 * The section that the file of an upload comes into (specification 6.3). It refers to nothing: one that is deleted
 * meanwhile leaves the file in the version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('section_id', 'integer').execute();
}
