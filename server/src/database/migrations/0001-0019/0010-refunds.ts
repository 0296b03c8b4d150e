import { type Kysely, sql } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema
    .alterTable('purchases')
    .addColumn('replaced_by', 'integer', (c) => c.references('purchases.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('purchases_replaced_by').on('purchases').column('replaced_by').execute();
  await db.schema
    .alterTable('payments')
    .addColumn('refund_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('payments').addColumn('refunded_at', timestamp).execute();
  await sql`update payments set refund_cents = amount_cents, refunded_at = made_at where status = 'refunded'`.execute(
    db,
  );
}
