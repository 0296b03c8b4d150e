import { type Kysely, sql } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  const cents = ['returned_cents', 'dispute_cents'] as const;
  for (const column of cents)
    await db.schema
      .alterTable('payments')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable('payments').addColumn('dispute', 'text').execute();
  await db.schema.alterTable('payments').addColumn('returned_asked_at', timestamp).execute();
  await sql`update payments set returned_cents = refund_cents where refunded_at is not null`.execute(db);
}
