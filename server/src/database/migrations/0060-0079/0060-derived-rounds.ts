import type { Kysely } from 'kysely';

/** Adds removals of derived objects; the index sums their bytes by freelancer, of whichever release (decision 0195). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('files')
    .addColumn('derived_round', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('files')
    .addColumn('is_derived_away', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  await db.schema
    .createIndex('files_derived')
    .on('files')
    .columns([
      'owner_id',
      'thumbnail_bytes',
      'thumbnail_medium_bytes',
      'thumbnail_large_bytes',
      'whole_bytes',
      'preview_bytes',
    ])
    .execute();
}
