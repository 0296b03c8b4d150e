import type { Kysely } from 'kysely';
import { columnsOf } from '../migration-columns.ts';

/** How much of each film and sound every customer has played, by kind of device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema
    .createTable('plays')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id').onDelete('cascade'))
    .addColumn('device', 'text', (c) => c.notNull())
    .addColumn('project_id', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('version_id', 'integer', (c) => c.notNull().references('versions.id').onDelete('cascade'))
    .addColumn('percent', 'integer', (c) => c.notNull())
    .addColumn('last_at', timestamp, (c) => c.notNull())
    .addPrimaryKeyConstraint('plays_once', ['file_id', 'user_id', 'device'])
    .execute();
  for (const column of ['project_id', 'version_id', 'user_id'] as const)
    await db.schema.createIndex(`plays_${column}`).on('plays').column(column).execute();
}
