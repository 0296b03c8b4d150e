import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { isPostgres } from '../connect.ts';
import { columnsOf, references } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  createEvents,
  ...references('program_events', { owner_id: 'users', project_id: 'projects', client_id: 'users' }),
];

async function createEvents(db: Kysely<unknown>): Promise<void> {
  const { id, key, timestamp, pointsAt } = columnsOf(db);
  const optional = (to: string) => (column: ReturnType<Parameters<typeof id>[0]['unique']>) =>
    isPostgres(db) ? column : column.references(to).onDelete('cascade');
  await db.schema
    .createTable('program_events')
    .addColumn('id', 'integer', id)
    .addColumn('owner_id', 'integer', pointsAt('users.id'))
    .addColumn('project_id', 'integer', optional('projects.id'))
    .addColumn('client_id', 'integer', optional('users.id'))
    .addColumn('version_id', 'integer')
    .addColumn('type', key, (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`program_events_${name}`).on('program_events').columns(columns).execute();
  await index('owner', ['owner_id', 'id']);
  await index('project', ['project_id', 'id']);
  await index('client', ['client_id']);
  await index('version', ['version_id', 'type']);
  await index('age', ['created_at']);
}
