import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, key } = columnsOf(db);

  await db.schema
    .createTable('purchases')
    .addColumn('id', 'integer', id)
    .addColumn('token', key, (c) => c.notNull().unique())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('plan_id', 'integer', (c) => c.notNull().references('plans.id'))
    .addColumn('gateway', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('gateway_checkout_id', key, (c) => c.unique())
    .addColumn('gateway_customer_id', key)
    .addColumn('gateway_subscription_id', key, (c) => c.unique())
    .addColumn('failed_at', timestamp)
    .addColumn('bought_at', timestamp)
    .addColumn('paid_from', timestamp)
    .addColumn('paid_until', timestamp)
    .addColumn('cancel_at_period_end', 'boolean', (c) => c.notNull())
    .addColumn('cancel_changed_at', timestamp)
    .addColumn('ended_at', timestamp)
    .addColumn('settlement', 'text')
    .addColumn('settled_at', timestamp)
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('purchases_user').on('purchases').columns(['user_id', 'created_at']).execute();
  await db.schema.createIndex('purchases_plan').on('purchases').column('plan_id').execute();

  await db.schema
    .createTable('purchase_facts')
    .addColumn('id', 'integer', id)
    .addColumn('purchase_id', 'integer', (c) => c.notNull().references('purchases.id').onDelete('cascade'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('fact', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('purchase_facts_purchase').on('purchase_facts').column('purchase_id').execute();

  await db.schema
    .createTable('payments')
    .addColumn('id', 'integer', id)
    .addColumn('purchase_id', 'integer', (c) => c.notNull().references('purchases.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('gateway_payment_id', key, (c) => c.notNull().unique())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('period_start', timestamp, (c) => c.notNull())
    .addColumn('period_end', timestamp, (c) => c.notNull())
    .addColumn('made_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('payments_user').on('payments').columns(['user_id', 'made_at', 'id']).execute();
  await db.schema
    .createIndex('payments_purchase')
    .on('payments')
    .columns(['purchase_id', 'period_start'])
    .execute();

  await db.schema
    .createTable('webhook_events')
    .addColumn('id', 'integer', id)
    .addColumn('gateway', 'text', (c) => c.notNull())
    .addColumn('event_id', key, (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('received_at', timestamp, (c) => c.notNull())
    .addUniqueConstraint('webhook_events_once', ['gateway', 'event_id'])
    .execute();
}
