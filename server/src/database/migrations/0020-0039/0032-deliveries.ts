import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, bigint } = columnsOf(db);
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id').onDelete('cascade'))
    .addColumn('device', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('version_id', 'integer', (c) => c.notNull().references('versions.id').onDelete('cascade'))
    .addColumn('size_bytes', bigint, (c) => c.notNull())
    .addColumn('ranges', 'text', (c) => c.notNull())
    .addColumn('covered_bytes', bigint, (c) => c.notNull())
    .addColumn('began_at', timestamp, (c) => c.notNull())
    .addColumn('last_at', timestamp, (c) => c.notNull())
    .addColumn('completed_at', timestamp)
    .addUniqueConstraint('deliveries_once', ['file_id', 'user_id', 'device'])
    .execute();
  for (const [name, columns] of [
    ['deliveries_project_time', ['project_id', 'last_at', 'id']],
    ['deliveries_version', ['version_id']],
    ['deliveries_user', ['user_id']],
    ['deliveries_owner', ['owner_id']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('deliveries')
      .columns([...columns])
      .execute();
}
