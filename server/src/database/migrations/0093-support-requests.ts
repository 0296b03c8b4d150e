import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf, references } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  createRequests,
  ...references('support_requests', { user_id: 'users' }),
  (db) =>
    db.schema
      .createIndex('support_requests_user')
      .on('support_requests')
      .columns(['user_id', 'created_at'])
      .execute(),
];

async function createRequests(db: Kysely<unknown>): Promise<void> {
  const { id, pointsAt, timestamp, key } = columnsOf(db);
  await db.schema
    .createTable('support_requests')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', pointsAt('users.id'))
    .addColumn('reference', key, (c) => c.notNull().unique())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('pictures', 'integer', (c) => c.notNull())
    .addColumn('answer_by', timestamp)
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
}
