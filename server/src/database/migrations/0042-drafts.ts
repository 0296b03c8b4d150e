import type { Kysely } from 'kysely';
import { columnsOf } from '../migration-columns.ts';

/**
 * From when on a version's client sees it. Versions of earlier releases, and those that one beside this one makes, are
 * ready since ever.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema
    .alterTable('versions')
    .addColumn('ready_at', timestamp, (c) => c.defaultTo('1970-01-01T00:00:00.000Z'))
    .execute();
  await db.schema.alterTable('projects').addColumn('shown_updated', timestamp).execute();
  await db.schema
    .createIndex('versions_project_ready')
    .on('versions')
    .columns(['project_id', 'ready_at'])
    .execute();
  await db.schema
    .createTable('ledger_waits')
    .addColumn('version_id', 'integer', (c) => c.primaryKey().references('versions.id').onDelete('cascade'))
    .addColumn('project_id', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('ledger_waits_project').on('ledger_waits').column('project_id').execute();
  // For the next version whose time comes, of all projects.
  await db.schema.createIndex('versions_ready').on('versions').columns(['ready_at', 'project_id']).execute();
}
