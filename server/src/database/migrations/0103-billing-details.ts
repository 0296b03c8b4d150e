import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf, references } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  createBillingDetails,
  ...references('billing_details', { user_id: 'users' }),
];

async function createBillingDetails(db: Kysely<unknown>): Promise<void> {
  const { pointsAt, timestamp } = columnsOf(db);
  await db.schema
    .createTable('billing_details')
    .addColumn('user_id', 'integer', (c) => pointsAt('users.id')(c).primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('tax_number', 'text', (c) => c.notNull())
    .addColumn('tax_office', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('district', 'text', (c) => c.notNull())
    .addColumn('city', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('updated_at', timestamp, (c) => c.notNull())
    .execute();
}
