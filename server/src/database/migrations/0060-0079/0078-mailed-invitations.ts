import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf, references } from '../../migration-columns.ts';

export const steps: readonly Step[] = [createTable, ...references('invitations', { user_id: 'users' })];

async function createTable(db: Kysely<unknown>): Promise<void> {
  const { timestamp, pointsAt } = columnsOf(db);
  await db.schema
    .createTable('invitations')
    .addColumn('user_id', 'integer', (c) => pointsAt('users.id')(c).primaryKey())
    .addColumn('email', 'text')
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('sent_at', timestamp)
    .addColumn('opened_at', timestamp)
    .addColumn('refused_at', timestamp)
    .addColumn('refusal', 'text')
    .execute();
}
