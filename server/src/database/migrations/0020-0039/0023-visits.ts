import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema
    .createTable('visits')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('previous_at', timestamp)
    .addColumn('opened_at', timestamp, (c) => c.notNull())
    .addColumn('seen_at', timestamp, (c) => c.notNull())
    .addPrimaryKeyConstraint('visits_key', ['user_id', 'project_id'])
    .execute();
  await db.schema.createIndex('visits_project').on('visits').column('project_id').execute();

  await db.schema
    .createIndex('events_version_time')
    .on('events')
    .columns(['version_id', 'created_at', 'id'])
    .execute();
  await db.schema.dropIndex('events_version').execute();
}
