import type { Kysely } from 'kysely';
import { columnsOf, references } from '../../migration-columns.ts';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

export const steps: readonly Step[] = [
  createPlays,
  ...references('plays', {
    user_id: 'users',
    file_id: 'files',
    project_id: 'projects',
    version_id: 'versions',
  }),
];

async function createPlays(db: Kysely<unknown>): Promise<void> {
  const { timestamp, pointsAt } = columnsOf(db);
  await db.schema
    .createTable('plays')
    .addColumn('user_id', 'integer', pointsAt('users.id'))
    .addColumn('file_id', 'integer', pointsAt('files.id'))
    .addColumn('device', 'text', (c) => c.notNull())
    .addColumn('project_id', 'integer', pointsAt('projects.id'))
    .addColumn('version_id', 'integer', pointsAt('versions.id'))
    .addColumn('percent', 'integer', (c) => c.notNull())
    .addColumn('last_at', timestamp, (c) => c.notNull())
    .addPrimaryKeyConstraint('plays_once', ['file_id', 'user_id', 'device'])
    .execute();
  for (const column of ['project_id', 'version_id', 'user_id'] as const)
    await db.schema.createIndex(`plays_${column}`).on('plays').column(column).execute();
}
