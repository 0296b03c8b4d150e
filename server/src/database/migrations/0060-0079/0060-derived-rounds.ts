import type { Kysely } from 'kysely';

/**
 * How often what is made of a file was removed to keep within a budget, and whether it is away; and an index that sums by
 * freelancer what is stored of such bytes, whichever release has written them (decision 0195).
 */
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
