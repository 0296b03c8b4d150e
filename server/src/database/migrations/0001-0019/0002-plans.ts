import type { Kysely } from 'kysely';
import type { Schema } from '../../schema.ts';
import { columnsOf } from '../../migration-columns.ts';
import { planSeeds } from './0002-plan-seeds.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  const { id, timestamp, double } = columnsOf(db);

  await db.schema
    .createTable('plans')
    .addColumn('id', 'integer', id)
    .addColumn('code', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('storage_limit_gb', double, (c) => c.notNull())
    .addColumn('project_limit', 'integer', (c) => c.notNull())
    .addColumn('is_popular', 'boolean', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('plan_texts')
    .addColumn('plan_id', 'integer', (c) => c.notNull().references('plans.id').onDelete('cascade'))
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('features', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('plan_texts_key', ['plan_id', 'language'])
    .execute();

  await db.schema
    .createTable('plan_prices')
    .addColumn('plan_id', 'integer', (c) => c.notNull().references('plans.id').onDelete('cascade'))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('plan_prices_key', ['plan_id', 'currency'])
    .execute();

  await db.schema
    .createTable('subscriptions')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', (c) => c.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('plan_id', 'integer', (c) => c.notNull().references('plans.id'))
    .addColumn('current_period_start', timestamp, (c) => c.notNull())
    .addColumn('current_period_end', timestamp)
    .addColumn('cancel_at_period_end', 'boolean', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('subscriptions_plan').on('subscriptions').column('plan_id').execute();
  await db.schema.createIndex('subscriptions_end').on('subscriptions').column('current_period_end').execute();

  for (const { plan, prices, texts } of planSeeds) {
    const { id: plan_id } = await db
      .insertInto('plans')
      .values(plan)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('plan_prices')
      .values(prices.map((price) => ({ plan_id, ...price })))
      .execute();
    await db
      .insertInto('plan_texts')
      .values(
        texts.map(({ features, ...text }) => ({ plan_id, ...text, features: JSON.stringify(features) })),
      )
      .execute();
  }
}
