import { type Kysely, sql } from 'kysely';

/** Adds the purchase that a subscription comes from; later purchases keep its currency (decision 0041). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('subscriptions')
    .addColumn('purchase_id', 'integer', (c) => c.references('purchases.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('subscriptions_purchase').on('subscriptions').column('purchase_id').execute();
  await sql`
    update subscriptions set purchase_id = (
      select min(purchases.id) from purchases
      where purchases.user_id = subscriptions.user_id
        and purchases.plan_id = subscriptions.plan_id
        and purchases.paid_until = subscriptions.current_period_end
        and purchases.ended_at is null
        and purchases.settlement is null)`.execute(db);
}
