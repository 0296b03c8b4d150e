import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, bigint, key } = columnsOf(db);
  await db.schema
    .createTable('pictures')
    .addColumn('id', 'integer', id)
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('project_id', 'integer', (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('milestone_id', 'integer', (c) => c.references('milestones.id').onDelete('cascade'))
    .addColumn('version_id', 'integer', (c) => c.references('versions.id').onDelete('cascade'))
    .addColumn('storage_key', key, (c) => c.notNull().unique())
    .addColumn('size_bytes', bigint, (c) => c.notNull())
    .addColumn('media_type', 'text', (c) => c.notNull())
    .addColumn('is_stored', 'boolean', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('expires_at', timestamp)
    .execute();
  // Covers the sums of a freelancer's used storage, in all and since a time.
  await db.schema
    .createIndex('pictures_owner')
    .on('pictures')
    .columns(['owner_id', 'created_at', 'size_bytes'])
    .execute();
  for (const column of ['project_id', 'milestone_id', 'version_id', 'expires_at']) {
    await db.schema
      .createIndex(`pictures_${column.replace('_id', '')}`)
      .on('pictures')
      .column(column)
      .execute();
  }
}
