import type { Kysely } from 'kysely';
import { columnsOf } from '../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint, timestamp } = columnsOf(db);
  await db.schema
    .alterTable('invoices')
    .addColumn('returned_cents', bigint, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('invoices').addColumn('returned_at', timestamp).execute();
}
