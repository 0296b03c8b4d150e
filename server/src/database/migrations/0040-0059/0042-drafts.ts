import type { Kysely } from 'kysely';
import { columnsOf, references } from '../../migration-columns.ts';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

/** Adds the time from which a client sees a version; versions of releases without drafts count as always visible. */
export const steps: readonly Step[] = [
  addTimes,
  async (db) => {
    const { timestamp } = columnsOf(db);
    await db.schema.alterTable('projects').addColumn('shown_updated', timestamp).execute();
  },
  createWaits,
  ...references('ledger_waits', { version_id: 'versions', project_id: 'projects' }),
];

async function addTimes(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema
    .alterTable('versions')
    .addColumn('ready_at', timestamp, (c) => c.defaultTo('1970-01-01T00:00:00.000Z'))
    .execute();
  await db.schema
    .createIndex('versions_project_ready')
    .on('versions')
    .columns(['project_id', 'ready_at'])
    .execute();
  await db.schema.createIndex('versions_ready').on('versions').columns(['ready_at', 'project_id']).execute();
}

async function createWaits(db: Kysely<unknown>): Promise<void> {
  const { pointsAt } = columnsOf(db);
  await db.schema
    .createTable('ledger_waits')
    .addColumn('version_id', 'integer', (c) => pointsAt('versions.id')(c).primaryKey())
    .addColumn('project_id', 'integer', pointsAt('projects.id'))
    .execute();
  await db.schema.createIndex('ledger_waits_project').on('ledger_waits').column('project_id').execute();
}
