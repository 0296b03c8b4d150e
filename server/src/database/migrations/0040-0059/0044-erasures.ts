import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, key } = columnsOf(db);
  await db.schema
    .createTable('erasures')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', (c) => c.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('asked_at', timestamp, (c) => c.notNull())
    .addColumn('due_at', timestamp, (c) => c.notNull())
    .addColumn('has_stopped_renewal', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('begun_at', timestamp)
    .addColumn('remembered', 'text')
    .execute();
  // No reference: the account is gone.
  await db.schema
    .createTable('erased_accounts')
    .addColumn('user_id', 'integer', (c) => c.primaryKey())
    .addColumn('erased_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('kept_payments')
    .addColumn('id', 'integer', id)
    .addColumn('payer', key, (c) => c.notNull())
    .addColumn('gateway', 'text', (c) => c.notNull())
    .addColumn('gateway_payment_id', key, (c) => c.notNull().unique())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('refund_cents', 'integer', (c) => c.notNull())
    .addColumn('refunded_at', timestamp)
    .addColumn('period_start', timestamp, (c) => c.notNull())
    .addColumn('period_end', timestamp, (c) => c.notNull())
    .addColumn('made_at', timestamp, (c) => c.notNull())
    .addColumn('kept_until', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('kept_payments_until').on('kept_payments').column('kept_until').execute();
}
