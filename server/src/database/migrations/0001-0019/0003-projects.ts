import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, bigint, key } = columnsOf(db);

  await db.schema
    .createTable('projects')
    .addColumn('id', 'integer', id)
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('customer_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', key, (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('list_description', 'text', (c) => c.notNull())
    .addColumn('status_override', 'text')
    .addColumn('milestones_total', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('milestones_completed', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('progress', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('pending'))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('last_updated', timestamp, (c) => c.notNull())
    .addColumn('edited_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('projects_owner')
    .on('projects')
    .columns(['owner_id', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('projects_customer')
    .on('projects')
    .columns(['customer_id', 'created_at', 'id'])
    .execute();

  // Each order and filter of an owner's list has an index; a customer has few projects and needs none.
  for (const [name, columns] of [
    ['projects_owner_name', ['name_key', 'id']],
    ['projects_owner_updated', ['last_updated', 'id']],
    // Contains the counts, so that the summary reads only this index.
    ['projects_owner_progress', ['progress', 'id', 'milestones_total', 'milestones_completed']],
    ['projects_owner_status', ['status', 'created_at', 'id']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('projects')
      .columns(['owner_id', ...columns])
      .execute();
  }

  await db.schema
    .createTable('milestones')
    .addColumn('id', 'integer', id)
    .addColumn('project_id', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('completed', 'boolean', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('edited_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('milestones_project')
    .on('milestones')
    .columns(['project_id', 'position', 'completed'])
    .execute();

  await db.schema
    .createTable('versions')
    .addColumn('id', 'integer', id)
    .addColumn('project_id', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('version_number', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('edited_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('versions_project')
    .on('versions')
    .columns(['project_id', 'created_at', 'id'])
    .execute();

  await db.schema
    .createTable('files')
    .addColumn('id', 'integer', id)
    .addColumn('version_id', 'integer', (c) => c.notNull().references('versions.id').onDelete('cascade'))
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('storage_key', key, (c) => c.notNull().unique())
    .addColumn('size_bytes', bigint, (c) => c.notNull())
    .addColumn('sha256', 'text')
    .addColumn('crc32', bigint)
    .addColumn('media_type', 'text', (c) => c.notNull())
    .addColumn('thumbnail_key', 'text')
    .addColumn('thumbnail_large_key', 'text')
    .addColumn('thumbnail_bytes', 'integer')
    .addColumn('thumbnail_large_bytes', 'integer')
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('files_version')
    .on('files')
    .columns(['version_id', 'created_at', 'id'])
    .execute();
  // Covers the sums of a freelancer's used storage, in all and since a time.
  await db.schema
    .createIndex('files_owner')
    .on('files')
    .columns(['owner_id', 'created_at', 'size_bytes'])
    .execute();

  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    // No foreign key, since a reservation outlives its version until its bytes are deleted. Null until the form
    // names the version.
    .addColumn('version_id', 'integer')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('storage_key', key, (c) => c.notNull().unique())
    .addColumn('size_bytes', bigint, (c) => c.notNull())
    .addColumn('length_bytes', bigint)
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('file_id', 'integer')
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('uploads_owner').on('uploads').columns(['owner_id', 'size_bytes']).execute();
  await db.schema.createIndex('uploads_expiry').on('uploads').column('expires_at').execute();
  await db.schema.createIndex('uploads_version').on('uploads').column('version_id').execute();

  await db.schema
    .createTable('events')
    .addColumn('id', 'integer', id)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('version_id', 'integer', (c) => c.references('versions.id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (c) => c.references('files.id').onDelete('cascade'))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('events_owner')
    .on('events')
    .columns(['owner_id', 'created_at', 'kind'])
    .execute();
  await db.schema.createIndex('events_user').on('events').columns(['user_id', 'created_at']).execute();
  await db.schema.createIndex('events_project').on('events').column('project_id').execute();
  await db.schema.createIndex('events_version').on('events').column('version_id').execute();
  await db.schema.createIndex('events_file').on('events').column('file_id').execute();
}
