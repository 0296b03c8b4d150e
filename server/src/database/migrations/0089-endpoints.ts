import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { isPostgres } from '../connect.ts';
import { columnsOf, references } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  createEndpoints,
  ...references('endpoints', { owner_id: 'users' }),
  createDeliveries,
  ...references('endpoint_deliveries', { endpoint_id: 'endpoints', event_id: 'program_events' }),
];

async function createEndpoints(db: Kysely<unknown>): Promise<void> {
  const { id, key, timestamp, pointsAt } = columnsOf(db);
  await db.schema
    .createTable('endpoints')
    .addColumn('id', 'integer', id)
    .addColumn('owner_id', 'integer', pointsAt('users.id'))
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('form', key, (c) => c.notNull())
    .addColumn('types', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('previous_until', timestamp)
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('failing_since', timestamp)
    .addColumn('stopped_at', timestamp)
    .addColumn('stop_reason', key)
    .addColumn('minute_at', timestamp)
    .addColumn('minute_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('endpoints_owner').on('endpoints').columns(['owner_id', 'id']).execute();
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  const { id, key, timestamp, pointsAt } = columnsOf(db);
  await db.schema
    .createTable('endpoint_deliveries')
    .addColumn('id', 'integer', id)
    .addColumn('endpoint_id', 'integer', pointsAt('endpoints.id'))
    .addColumn('event_id', 'integer', (c) =>
      isPostgres(db) ? c : c.references('program_events.id').onDelete('cascade'),
    )
    .addColumn('state', key, (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('retries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease', key)
    .addColumn('leased_until', timestamp)
    .addColumn('last_status', 'integer')
    .addColumn('last_failure', key)
    .addColumn('last_at', timestamp)
    .addColumn('next_at', timestamp)
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`endpoint_deliveries_${name}`).on('endpoint_deliveries').columns(columns).execute();
  await index('endpoint', ['endpoint_id', 'id']);
  await index('lease', ['endpoint_id', 'leased_until']);
  await index('state', ['endpoint_id', 'state']);
  await index('event', ['event_id']);
  await index('age', ['created_at']);
}
