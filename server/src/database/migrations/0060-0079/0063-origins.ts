import type { Kysely } from 'kysely';
import { columnsOf, references } from '../../migration-columns.ts';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

export const steps: readonly Step[] = [
  createOrigins,
  ...references('origins', { owner_id: 'users' }),
  createImportedDeliveries,
  ...references('brought_deliveries', {
    origin_id: 'origins',
    user_id: 'users',
    file_id: 'files',
    project_id: 'projects',
    version_id: 'versions',
  }),
  ...['events', 'plays'].map(
    (table): Step =>
      (db) =>
        withOrigin(db, table),
  ),
  ...['event_days', 'event_hours'].map((table): Step => async (db) => {
    const column = db.schema
      .alterTable(table)
      .addColumn('brought', 'integer', (c) => c.notNull().defaultTo(0));
    await column.execute();
  }),
  async (db) => {
    const { timestamp } = columnsOf(db);
    await db.schema.alterTable('deliveries').addColumn('handed_at', timestamp).execute();
  },
];

async function createOrigins(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, key, pointsAt } = columnsOf(db);
  await db.schema
    .createTable('origins')
    .addColumn('id', 'integer', id)
    .addColumn('owner_id', 'integer', pointsAt('users.id'))
    .addColumn('import_id', key, (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('freelancer', 'text')
    .addColumn('installation', 'text')
    .addColumn('brought_at', timestamp, (c) => c.notNull())
    .addUniqueConstraint('origins_once', ['owner_id', 'import_id', 'number'])
    .execute();
}

async function createImportedDeliveries(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, bigint, pointsAt } = columnsOf(db);
  await db.schema
    .createTable('brought_deliveries')
    .addColumn('id', 'integer', id)
    .addColumn('origin_id', 'integer', pointsAt('origins.id'))
    .addColumn('user_id', 'integer', pointsAt('users.id'))
    .addColumn('file_id', 'integer', pointsAt('files.id'))
    .addColumn('device', 'text', (c) => c.notNull())
    .addColumn('project_id', 'integer', pointsAt('projects.id'))
    .addColumn('version_id', 'integer', pointsAt('versions.id'))
    .addColumn('size_bytes', bigint, (c) => c.notNull())
    .addColumn('ranges', 'text', (c) => c.notNull())
    .addColumn('covered_bytes', bigint, (c) => c.notNull())
    .addColumn('began_at', timestamp, (c) => c.notNull())
    .addColumn('last_at', timestamp, (c) => c.notNull())
    .addColumn('completed_at', timestamp)
    .addColumn('handed_at', timestamp)
    .execute();
  for (const column of ['project_id', 'version_id', 'file_id', 'user_id', 'origin_id'] as const)
    await db.schema
      .createIndex(`brought_deliveries_${column}`)
      .on('brought_deliveries')
      .column(column)
      .execute();
}

/** Null for facts recorded by this installation. No reference, which would lock a second table. */
async function withOrigin(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema.alterTable(table).addColumn('origin_id', 'integer').execute();
}
