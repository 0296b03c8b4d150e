import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf, references } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  createBoards,
  ...references('boards', { owner_id: 'users' }),
  (db) =>
    db.schema.createIndex('boards_of_owner').on('boards').columns(['owner_id', 'position', 'id']).execute(),
];

async function createBoards(db: Kysely<unknown>): Promise<void> {
  const { id, key, pointsAt, timestamp } = columnsOf(db);
  await db.schema
    .createTable('boards')
    .addColumn('id', 'integer', id)
    .addColumn('owner_id', 'integer', pointsAt('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('cards', 'text', (c) => c.notNull())
    .addColumn('mail', key)
    .addColumn('mail_due_at', timestamp)
    .addColumn('mailed_for', timestamp)
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
}
