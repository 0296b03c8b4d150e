import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnsOf(db);
  await db.schema.alterTable('users').addColumn('time_zone', 'text').execute();
  await db.schema
    .createTable('notices')
    .addColumn('id', 'integer', id)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('subject_id', 'integer', (c) => c.notNull())
    .addColumn('project_id', 'integer', (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('version_id', 'integer', (c) => c.references('versions.id').onDelete('cascade'))
    .addColumn('milestone_id', 'integer', (c) => c.references('milestones.id').onDelete('cascade'))
    .addColumn('due_at', timestamp, (c) => c.notNull())
    .addColumn('claimed_at', timestamp)
    .addColumn('sent_at', timestamp)
    .addColumn('refused_at', timestamp)
    .addColumn('refusal', 'text')
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addUniqueConstraint('notices_once', ['kind', 'user_id', 'subject_id'])
    .execute();
  for (const [name, columns] of [
    ['notices_user_time', ['user_id', 'claimed_at']],
    ['notices_project', ['project_id']],
    ['notices_version', ['version_id']],
    ['notices_milestone', ['milestone_id']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('notices')
      .columns([...columns])
      .execute();
  await db.schema
    .createTable('unwanted_notices')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addPrimaryKeyConstraint('unwanted_notices_key', ['user_id', 'kind'])
    .execute();
}
