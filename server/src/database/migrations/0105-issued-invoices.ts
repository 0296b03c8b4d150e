import type { Kysely } from 'kysely';
import { columnsOf } from '../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema.alterTable('invoices').addColumn('issued_id', 'text').execute();
  await db.schema.alterTable('invoices').addColumn('issue_job', 'text').execute();
  await db.schema.alterTable('invoices').addColumn('issued_at', timestamp).execute();
  await db.schema.alterTable('invoices').addColumn('issuing_until', timestamp).execute();
}
