import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf, references } from '../migration-columns.ts';

export const steps: readonly Step[] = [createFeeds, ...references('feeds', { user_id: 'users' })];

async function createFeeds(db: Kysely<unknown>): Promise<void> {
  const { id, pointsAt, timestamp, key } = columnsOf(db);
  await db.schema
    .createTable('feeds')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', (c) => pointsAt('users.id')(c).unique())
    .addColumn('secret_hash', key, (c) => c.notNull().unique())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('last_fetched_at', timestamp)
    .execute();
}
